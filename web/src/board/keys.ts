/** What the arrow keys mean on the table. */
import type { Piece } from "../types/Piece";
import type { Spot } from "../types/Spot";

/** The nearest piece in a direction (`[1, 0]` east, `[0, 1]` north); none where there is nothing that way. */
export function neighbour(
  pieces: Pick<Piece, "id" | "at">[],
  from: string,
  way: [number, number],
): string | undefined {
  const here = pieces.find((p) => p.id === from);
  if (!here) return undefined;
  let best: string | undefined;
  let least = Infinity;
  for (const p of pieces) {
    if (p.id === from) continue;
    const [dx, dy] = [p.at.x - here.at.x, p.at.y - here.at.y];
    const along = dx * way[0] + dy * way[1];
    const off = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    // Within a wide cone; what lies straight ahead is nearer than what lies aside.
    if (along <= 1e-9 || off > along * 2.5) continue;
    const far = along + off * 1.8;
    if (far < least) [least, best] = [far, p.id];
  }
  return best;
}

/** A ghost shifted or turned by keys, from where it began. */
export interface Stepping {
  piece: string;
  from: Spot;
  dx: number;
  dy: number;
  turn: number;
}

/** One press: arrows shift by a step of the table's size, with Shift they turn; with Alt everything is finer. */
export function step(
  s: Stepping,
  key: string,
  held: { shift: boolean; alt: boolean },
  table: { width: number; depth: number },
): Stepping | null {
  const big = Math.max(table.width, table.depth) / 100;
  const by = held.alt ? big / 5 : big;
  const turn = held.alt ? 1 : 5;
  if (held.shift) {
    if (key === "ArrowLeft") return { ...s, turn: s.turn - turn };
    if (key === "ArrowRight") return { ...s, turn: s.turn + turn };
    if (key === "ArrowUp") return { ...s, turn: s.turn - 45 };
    if (key === "ArrowDown") return { ...s, turn: s.turn + 45 };
    return null;
  }
  if (key === "ArrowUp") return { ...s, dy: s.dy + by };
  if (key === "ArrowDown") return { ...s, dy: s.dy - by };
  if (key === "ArrowLeft") return { ...s, dx: s.dx - by };
  if (key === "ArrowRight") return { ...s, dx: s.dx + by };
  return null;
}

/** Where the stepping has come to. */
export function stood(s: Stepping): Spot {
  return { x: s.from.x + s.dx, y: s.from.y + s.dy, facing: s.from.facing + s.turn };
}
