/** Words to be written at a place: the first place that is free is taken. */
export interface Wanted {
  says: string;
  /** Where its middle may stand, the best first. */
  at: readonly (readonly [number, number])[];
}

/** Words with the place they were given. */
export interface Written {
  says: string;
  x: number;
  y: number;
}

/** How wide a letter is, about, and how high a line, in the size it is written in. */
const WIDE = 0.56;
const HIGH = 1.25;

/** Writes as many as have room: none on another, and the same words not twice. */
export function apart(wanted: Wanted[], size: number): Written[] {
  const written: Written[] = [];
  const half = (says: string) => (says.length * WIDE * size) / 2;
  for (const { says, at } of wanted) {
    if (written.some((w) => w.says === says)) continue;
    const free = at.find(
      ([x, y]) =>
        !written.some(
          (w) => Math.abs(w.x - x) < half(w.says) + half(says) && Math.abs(w.y - y) < HIGH * size,
        ),
    );
    if (free) written.push({ says, x: free[0], y: free[1] });
  }
  return written;
}
