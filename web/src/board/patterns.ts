/** The engraver's patterns: strewn signs, hachures, rounded outlines. Everything is the same for the same place. */
import { n, type Point } from "./sheet";

/** From 0 to 1, always the same for the same numbers. */
export function noise(seed: number, i: number): number {
  let h = Math.imul(seed | 0, 0x9e3779b9) ^ Math.imul(i | 0, 0x85ebca6b) ^ 0x2545f491;
  h ^= h >>> 16;
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  h ^= h >>> 16;
  return (h >>> 0) / 4294967296;
}

/** A seed of where a thing lies. */
export function seedOf(points: Point[]): number {
  let h = 17;
  for (const [x, y] of points) h = (Math.imul(h, 31) + Math.round(x * 7) + Math.round(y * 13)) | 0;
  return h;
}

export function inside(p: Point, area: Point[]): boolean {
  let odd = false;
  for (let i = 0, j = area.length - 1; i < area.length; j = i++) {
    const a = area[i]!;
    const b = area[j]!;
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0])
      odd = !odd;
  }
  return odd;
}

/** How far a place is from a stretch. */
export function distance(p: Point, a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const long = dx * dx + dy * dy;
  const t = long === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / long));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

/** How far a place is from a line of several stretches. */
export function farFrom(p: Point, line: Point[], closed = false): number {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) least = Math.min(least, distance(p, line[i - 1]!, line[i]!));
  if (closed && line.length > 1) least = Math.min(least, distance(p, line[line.length - 1]!, line[0]!));
  return least;
}

export function bounds(points: Point[]): [number, number, number, number] {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return [x0, y0, x1, y1];
}

/** Twice nothing for a line; positive where the outline runs clockwise on the sheet. */
export function signedArea(points: Point[]): number {
  let a = 0;
  for (let i = 0; i < points.length; i++) {
    const p = points[i]!;
    const q = points[(i + 1) % points.length]!;
    a += p[0] * q[1] - q[0] * p[1];
  }
  return a / 2;
}

/** Where a name would stand in an area: its centre of mass, or the middle of its bounds if that lies outside. */
export function heart(points: Point[]): Point {
  const a = signedArea(points);
  if (Math.abs(a) > 1e-6) {
    let [x, y] = [0, 0];
    for (let i = 0; i < points.length; i++) {
      const p = points[i]!;
      const q = points[(i + 1) % points.length]!;
      const c = p[0] * q[1] - q[0] * p[1];
      x += (p[0] + q[0]) * c;
      y += (p[1] + q[1]) * c;
    }
    return [x / (6 * a), y / (6 * a)];
  }
  const [x0, y0, x1, y1] = bounds(points);
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}

/** Places strewn evenly but not regularly in an area, at least `margin` from its border, from top to bottom. */
export function strewn(area: Point[], step: number, margin: number, seed: number): Point[] {
  const [x0, y0, x1, y1] = bounds(area);
  const wide = Math.max(step, (x1 - x0) / 90, (y1 - y0) / 90);
  const out: Point[] = [];
  const rows = Math.floor((y1 - y0) / wide) + 1;
  const columns = Math.floor((x1 - x0) / wide) + 1;
  for (let iy = 0; iy < rows; iy++) {
    for (let ix = 0; ix < columns; ix++) {
      const k = iy * 128 + ix;
      const p: Point = [
        x0 + (ix + (iy % 2) * 0.5 + (noise(seed, 2 * k) - 0.5) * 0.55) * wide,
        y0 + (iy + 0.5 + (noise(seed, 2 * k + 1) - 0.5) * 0.55) * wide,
      ];
      if (inside(p, area) && farFrom(p, area, true) >= margin) out.push(p);
    }
  }
  return out;
}

/** A place on a line with the way along it. */
export interface Step {
  at: Point;
  /** Unit vector along. */
  along: Point;
}

/** Steps along a line at about a distance, from half a step in. */
export function paced(line: Point[], step: number, closed = false): Step[] {
  const pts = closed && line.length > 1 ? [...line, line[0]!] : line;
  let total = 0;
  for (let i = 1; i < pts.length; i++)
    total += Math.hypot(pts[i]![0] - pts[i - 1]![0], pts[i]![1] - pts[i - 1]![1]);
  const count = Math.min(2000, Math.max(1, Math.round(total / step)));
  const each = total / count;
  const out: Step[] = [];
  let next = each / 2;
  let run = 0;
  for (let i = 1; i < pts.length; i++) {
    const a = pts[i - 1]!;
    const b = pts[i]!;
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (long === 0) continue;
    const along: Point = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
    while (next <= run + long + 1e-9 && out.length < count) {
      const t = next - run;
      out.push({ at: [a[0] + along[0] * t, a[1] + along[1] * t], along });
      next += each;
    }
    run += long;
  }
  return out;
}

/** A path through the points; sharp corners are rounded a little, as an engraver would. */
export function rounded(points: Point[], radius: number, closed: boolean): string {
  const count = points.length;
  if (count === 0) return "";
  if (count < 3) return `M${points.map((p) => `${n(p[0])} ${n(p[1])}`).join("L")}`;
  let d = "";
  for (let i = 0; i < count; i++) {
    const p = points[i]!;
    if (!closed && (i === 0 || i === count - 1)) {
      d += `${i === 0 ? "M" : "L"}${n(p[0])} ${n(p[1])}`;
      continue;
    }
    const a = points[(i + count - 1) % count]!;
    const b = points[(i + 1) % count]!;
    const la = Math.hypot(a[0] - p[0], a[1] - p[1]);
    const lb = Math.hypot(b[0] - p[0], b[1] - p[1]);
    const ra = la === 0 ? 0 : Math.min(radius, la * 0.45) / la;
    const rb = lb === 0 ? 0 : Math.min(radius, lb * 0.45) / lb;
    d += `${d === "" ? "M" : "L"}${n(p[0] + (a[0] - p[0]) * ra)} ${n(p[1] + (a[1] - p[1]) * ra)}`;
    d += `Q${n(p[0])} ${n(p[1])} ${n(p[0] + (b[0] - p[0]) * rb)} ${n(p[1] + (b[1] - p[1]) * rb)}`;
  }
  return closed ? `${d}Z` : d;
}

/** The corners cut twice or more (Chaikin): a smooth outline as points. */
export function softened(points: Point[], times: number): Point[] {
  let p = points;
  for (let t = 0; t < times && p.length >= 3 && p.length < 800; t++) {
    const q: Point[] = [];
    for (let i = 0; i < p.length; i++) {
      const a = p[i]!;
      const b = p[(i + 1) % p.length]!;
      // Long edges keep their straight: only their ends are cut.
      const cut = Math.min(0.25, 16 / Math.max(1, Math.hypot(b[0] - a[0], b[1] - a[1])));
      q.push([a[0] + (b[0] - a[0]) * cut, a[1] + (b[1] - a[1]) * cut]);
      q.push([b[0] + (a[0] - b[0]) * cut, b[1] + (a[1] - b[1]) * cut]);
    }
    p = q;
  }
  return p;
}

/** Hachures down a slope: wedges from `from` to `from + long` inward of the rim, heavier away from a north-western light. */
export function hachures(
  area: Point[],
  given: { step: number; from: number; long: number; weight: number; seed: number },
): string {
  const rim = paced(softened(area, 2), given.step, true);
  const turn = signedArea(area) > 0 ? 1 : -1;
  const count = rim.length;
  let d = "";
  for (let i = 0; i < count; i++) {
    // The way inward, averaged over the neighbours so that strokes fan out round a corner.
    let [ix, iy] = [0, 0];
    for (let j = -3; j <= 3; j++) {
      const a = rim[(i + j + count) % count]!.along;
      ix -= a[1] * turn;
      iy += a[0] * turn;
    }
    const long = Math.hypot(ix, iy);
    if (long < 1e-6) continue;
    ix /= long;
    iy /= long;
    const { at } = rim[i]!;
    // Slopes that fall to the south-east lie in shadow.
    const dark = (ix * -0.7 + iy * -0.7 + 1) / 2;
    const r = noise(given.seed, i);
    const start = given.from + r * 3;
    const end = start + given.long * (0.55 + 0.35 * noise(given.seed + 1, i) + 0.35 * dark);
    const w = given.weight * (0.35 + 0.95 * dark);
    const tip: Point = [at[0] + ix * start, at[1] + iy * start];
    const top: Point = [at[0] + ix * end, at[1] + iy * end];
    if (!inside(top, area)) continue;
    d += `M${n(tip[0])} ${n(tip[1])}L${n(top[0] - iy * w)} ${n(top[1] + ix * w)}L${n(top[0] + iy * w)} ${n(top[1] - ix * w)}Z`;
  }
  return d;
}

/** Parallel strokes that fill an area, cut at its border, with gaps here and there. */
export function furrows(area: Point[], gap: number, degrees: number, seed: number, broken: number): string {
  const a = (degrees * Math.PI) / 180;
  const [ux, uy] = [Math.cos(a), Math.sin(a)];
  const along = area.map(([x, y]): Point => [x * ux + y * uy, -x * uy + y * ux]);
  const [, v0, , v1] = bounds(along);
  const step = Math.max(gap, (v1 - v0) / 160);
  let d = "";
  let row = 0;
  for (let v = v0 + step / 2; v < v1; v += step, row++) {
    const cuts: number[] = [];
    for (let i = 0; i < along.length; i++) {
      const p = along[i]!;
      const q = along[(i + 1) % along.length]!;
      if (p[1] > v !== q[1] > v) cuts.push(p[0] + ((v - p[1]) / (q[1] - p[1])) * (q[0] - p[0]));
    }
    cuts.sort((x, y) => x - y);
    for (let c = 0; c + 1 < cuts.length; c += 2) {
      let u = cuts[c]! + 3;
      const end = cuts[c + 1]! - 3;
      let k = 0;
      while (u < end) {
        const long = broken > 0 ? broken * (0.6 + noise(seed + row, k) * 0.9) : end - u;
        const to = Math.min(end, u + long);
        if (to - u > 1.5)
          d += `M${n(u * ux - v * uy)} ${n(u * uy + v * ux)}L${n(to * ux - v * uy)} ${n(to * uy + v * ux)}`;
        u = to + (broken > 0 ? broken * 0.35 : 1);
        k++;
      }
    }
  }
  return d;
}
