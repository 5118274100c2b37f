/** The ground as an engraver would cut it: features in, inked paths out. Nothing here is random. */
import type { Feature } from "../types/Feature";
import {
  bounds,
  farFrom,
  furrows,
  hachures,
  heart,
  inside,
  noise,
  paced,
  rounded,
  seedOf,
  softened,
  strewn,
} from "./patterns";
import { n, toSheet, type Point, type Sheet } from "./sheet";

/** A path in one ink. */
export interface Inked {
  /** The ink: a class of the board's style. */
  ink: string;
  d: string;
  /** Width of the stroke, where it has one of its own. */
  w?: number;
  /** Only what lies within this path is seen. */
  within?: string;
}

/** A name on the map. */
export interface Named {
  name: string;
  at: Point;
  /** The line it is written along, if any. */
  along?: string;
  /** `hill`, `water`, `wood`, `place`, `zone`. */
  sort: string;
  /** How much room there is for it on the sheet. */
  room: number;
}

const ROUND = 12;

function pointsOf(f: Feature, s: Sheet): Point[] {
  const p = "area" in f.shape ? f.shape.area : f.shape.line.points;
  return p.filter((q) => q.every(Number.isFinite)).map(([x, y]) => toSheet(s, x, y));
}

const widthOf = (f: Feature, s: Sheet) => ("line" in f.shape ? f.shape.line.width * s.k : 0);
const closed = (f: Feature) => "area" in f.shape;

/** Everything on the table that is no troop, in the order given, roads joined at their crossings. */
export function inkGround(features: Feature[], s: Sheet): Inked[] {
  const out: Inked[] = [];
  const ways = features.filter((f) => f.kind === "road" || f.kind === "river" || f.kind === "stream");
  const lines = ways.map((f) => ({ points: pointsOf(f, s), half: widthOf(f, s) / 2 }));
  const built = features.filter((f) => f.kind === "building" && closed(f)).map((f) => pointsOf(f, s));
  const clear = (p: Point, by: number) =>
    lines.every((l) => farFrom(p, l.points) > l.half + by) && built.every((b) => farFrom(p, b, true) > by);
  const settled = (town: Point[]) => built.some((b) => inside(heart(b), town));
  for (let i = 0; i < features.length; i++) {
    const f = features[i]!;
    if (f.kind === "road") {
      // A run of roads is cased together, so that they open into one another.
      const run: Feature[] = [];
      while (i < features.length && features[i]!.kind === "road") run.push(features[i++]!);
      i--;
      roads(out, run, s);
    } else inkFeature(out, f, s, clear, settled);
  }
  return out.filter((x) => x.d !== "");
}

function roads(out: Inked[], run: Feature[], s: Sheet) {
  const cut = run.map((f) => ({
    d: closed(f) ? rounded(pointsOf(f, s), ROUND, true) : rounded(pointsOf(f, s), 30, false),
    w: Math.min(22, Math.max(5.5, widthOf(f, s))),
  }));
  for (const r of cut) out.push({ ink: "road-case", d: r.d, w: r.w + 2.2 });
  for (const r of cut) out.push({ ink: "road-bed", d: r.d, w: r.w - 0.4 });
}

function inkFeature(
  out: Inked[],
  f: Feature,
  s: Sheet,
  clear: (p: Point, by: number) => boolean,
  settled: (town: Point[]) => boolean,
) {
  const p = pointsOf(f, s);
  if (p.length < 2) return;
  const seed = seedOf(p);
  const area = closed(f);
  const w = widthOf(f, s);
  const edge = rounded(area ? softened(p, 1) : p, ROUND, area);
  const ink = (ink: string, d: string, w?: number, within?: string) =>
    out.push({ ink, d, ...(w === undefined ? {} : { w }), ...(within === undefined ? {} : { within }) });
  switch (f.kind) {
    case "hill": {
      const soft = softened(p, 3);
      const e = rounded(soft, ROUND, area);
      if (!area) {
        ink("crest", e);
        break;
      }
      ink("hill-wash", e);
      ink("hill-slope", hachures(p, { step: 3.9, from: 1, long: 19, weight: 0.8, seed }));
      ink("hill-slope faint", hachures(p, { step: 5.2, from: 22, long: 15, weight: 0.6, seed: seed + 5 }));
      ink("hill-line", e);
      break;
    }
    case "wood":
      wood(out, p, edge, seed, clear);
      break;
    case "field": {
      ink("field-wash", edge);
      const turn = Math.round(noise(seed, 1) * 6) * 30 + 8;
      ink("field-row", furrows(p, 7, turn, seed, 26));
      ink("field-edge", edge);
      break;
    }
    case "rough": {
      ink("rough-wash", edge);
      let tufts = "";
      for (const [i, q] of strewn(p, 15, 6, seed).entries()) {
        const r = noise(seed, i * 3);
        tufts +=
          r < 0.6
            ? `M${n(q[0] - 4)} ${n(q[1])}l1.6 -4M${n(q[0])} ${n(q[1])}v-5.4M${n(q[0] + 4)} ${n(q[1])}l-1.6 -4`
            : `M${n(q[0] - 3)} ${n(q[1])}q1 -4 4 -3.4q3 .6 2.4 3.6z`;
      }
      ink("rough-tuft", tufts);
      ink("rough-edge", edge);
      break;
    }
    case "marsh": {
      ink("marsh-wash", edge);
      ink("marsh-line", furrows(p, 8, 0, seed, 20));
      let reeds = "";
      for (const q of strewn(p, 34, 10, seed))
        reeds += `M${n(q[0] - 6)} ${n(q[1])}h12M${n(q[0])} ${n(q[1])}v-9M${n(q[0] - 3)} ${n(q[1])}l-1.6 -6.4M${n(q[0] + 3)} ${n(q[1])}l1.6 -6.4`;
      ink("marsh-reed", reeds);
      break;
    }
    case "water":
      if (!area) {
        river(out, p, Math.max(8, w));
        break;
      }
      ink("water-wash", edge);
      for (const o of [34, 24, 16, 9.5, 5]) {
        ink("water-line", edge, 2 * o + 1.1, edge);
        ink("water-fill", edge, 2 * o - 0.7, edge);
      }
      ink("water-edge", edge);
      break;
    case "beach": {
      ink("beach-wash", edge);
      let dots = "";
      for (const q of strewn(p, 7, 2, seed)) dots += `M${n(q[0])} ${n(q[1])}h.01`;
      ink("beach-dot", dots);
      break;
    }
    case "river":
      if (area) inkFeature(out, { ...f, kind: "water" }, s, clear, settled);
      else river(out, p, Math.max(8, w));
      break;
    case "stream": {
      const d = rounded(p, 40, false);
      ink("water-edge line", d, Math.max(3.4, w));
      ink("water-fill line", d, Math.max(1.4, w - 2));
      break;
    }
    case "bridge":
      bridge(out, p, area, w);
      break;
    case "ford": {
      const box = area ? p : band(p, Math.max(10, w));
      ink("ford-bed", rounded(box, 3, true));
      let dots = "";
      for (const q of strewn(box, 4.2, 1.2, seed)) dots += `M${n(q[0])} ${n(q[1])}h.01`;
      ink("ford-dot", dots);
      break;
    }
    case "town":
      ink("town-wash", edge);
      ink("town-hatch", furrows(p, 6, 45, seed, 0));
      ink("town-edge", edge);
      if (!settled(p)) houses(out, p, seed, clear);
      break;
    case "building":
      building(out, area ? p : band(p, Math.max(6, w)));
      break;
    case "fence": {
      ink("fence", rounded(p, 2, area));
      let posts = "";
      for (const { at, along } of paced(p, 13, area)) {
        const [x, y] = [(along[0] - along[1]) * 3.2, (along[1] + along[0]) * 3.2];
        const [u, v] = [(along[0] + along[1]) * 3.2, (along[1] - along[0]) * 3.2];
        posts += `M${n(at[0] - x)} ${n(at[1] - y)}L${n(at[0] + x)} ${n(at[1] + y)}M${n(at[0] - u)} ${n(at[1] - v)}L${n(at[0] + u)} ${n(at[1] + v)}`;
      }
      ink("fence", posts);
      break;
    }
    case "hedge": {
      let leaves = "";
      for (const [i, { at }] of paced(p, 6, area).entries()) {
        const r = 2.6 + noise(seed, i) * 1.6;
        leaves += ring(at[0] + (noise(seed, i + 900) - 0.5) * 2, at[1], r);
      }
      ink("hedge", leaves);
      break;
    }
    case "wall": {
      const d = rounded(p, 2, area);
      ink("wall-case", d, Math.max(4.6, Math.min(8, w)));
      ink("wall-bed", d, Math.max(2.4, Math.min(5.6, w - 2.4)));
      let joints = "";
      for (const { at, along } of paced(p, 7, area))
        joints += `M${n(at[0] - along[1] * 2)} ${n(at[1] + along[0] * 2)}L${n(at[0] + along[1] * 2)} ${n(at[1] - along[0] * 2)}`;
      ink("wall-joint", joints);
      break;
    }
    case "works":
      works(out, p, area, Math.max(4.5, Math.min(16, w)));
      break;
    case "abatis": {
      let d = "";
      for (const [i, { at, along }] of paced(p, 8, area).entries()) {
        const r = 5 + noise(seed, i) * 4;
        for (const lean of [-0.55, 0.1, 0.7]) {
          const [x, y] = [along[1] + along[0] * lean, -along[0] + along[1] * lean];
          d += `M${n(at[0])} ${n(at[1])}l${n(x * r)} ${n(y * r)}`;
        }
        d += `M${n(at[0])} ${n(at[1])}l${n(-along[1] * 5)} ${n(along[0] * 5)}`;
      }
      ink("abatis", d);
      break;
    }
    case "barricade": {
      let d = "";
      for (const { at, along } of paced(p, 11, area)) {
        const [x, y] = [(along[0] - along[1]) * 4.5, (along[1] + along[0]) * 4.5];
        const [u, v] = [(along[0] + along[1]) * 4.5, (along[1] - along[0]) * 4.5];
        d += `M${n(at[0] - x)} ${n(at[1] - y)}L${n(at[0] + x)} ${n(at[1] + y)}M${n(at[0] - u)} ${n(at[1] - v)}L${n(at[0] + u)} ${n(at[1] + v)}`;
      }
      ink("barricade", d);
      ink("fence", rounded(p, 2, area));
      break;
    }
    case "camp": {
      ink("camp-wash", edge);
      const tents = area ? strewn(p, 26, 9, seed) : paced(p, 26).map((q) => q.at);
      let [shade, tent] = ["", ""];
      for (const [x, y] of tents) {
        shade += `M${n(x)} ${n(y - 8)}L${n(x + 8)} ${n(y + 5)}H${n(x)}Z`;
        tent += `M${n(x - 8)} ${n(y + 5)}L${n(x)} ${n(y - 8)}L${n(x + 8)} ${n(y + 5)}ZM${n(x)} ${n(y - 8)}V${n(y + 5)}M${n(x)} ${n(y - 8)}v-4`;
      }
      ink("tent", tent);
      ink("tent-shade", shade);
      ink("camp-edge", edge);
      break;
    }
    case "digging": {
      ink("digging", rounded(p, 2, area));
      let spades = "";
      for (const { at, along } of paced(p, 14, area)) {
        const [x, y] = [(along[0] - along[1]) * 2.4, (along[1] + along[0]) * 2.4];
        spades += `M${n(at[0] - x)} ${n(at[1] - y)}L${n(at[0] + x)} ${n(at[1] + y)}M${n(at[0] + y)} ${n(at[1] - x)}L${n(at[0] - y)} ${n(at[1] + x)}`;
      }
      ink("spade", spades);
      break;
    }
    case "fire": {
      const tongues = area ? strewn(p, 17, 6, seed) : paced(p, 17).map((q) => q.at);
      let [flame, core] = ["", ""];
      for (const [x, y] of tongues.length > 0 ? tongues : [heart(p)]) {
        flame += `M${n(x - 6)} ${n(y + 6)}l-.5 -7l3.5 2l3 -11l3 9l3 -4v11Z`;
        core += `M${n(x - 2.6)} ${n(y + 6)}l2.6 -7l2.6 7Z`;
      }
      ink("flame", flame);
      ink("flame-core", core);
      break;
    }
    case "boat": {
      const [x, y] = heart(p);
      ink("boat", `M${n(x - 9)} ${n(y - 1)}l4 6h10l4 -6ZM${n(x)} ${n(y - 1)}v-8`);
      break;
    }
    case "zone":
      ink(area ? "zone" : "zone line", edge);
      break;
    case "road":
      break;
  }
}

function building(out: Inked[], box: Point[]) {
  out.push({ ink: "house-shade", d: polygon(box.map(([x, y]): Point => [x + 3, y + 3])) });
  out.push({ ink: "house", d: polygon(box) });
  out.push({ ink: "house-roof", d: roof(box) });
}

/** Houses of a town in which the book has none of its own. */
function houses(out: Inked[], p: Point[], seed: number, clear: (p: Point, by: number) => boolean) {
  for (const [i, [a, b]] of strewn(p, 24, 9, seed).entries()) {
    const [x, y] = noise(seed, i) < 0.5 ? [6.5, 4] : [4, 6.5];
    if (clear([a, b], 9))
      building(out, [
        [a - x, b - y],
        [a + x, b - y],
        [a + x, b + y],
        [a - x, b + y],
      ]);
  }
}

function wood(
  out: Inked[],
  p: Point[],
  edge: string,
  seed: number,
  clear: (p: Point, by: number) => boolean,
) {
  out.push({ ink: "wood-wash", d: edge });
  let [dots, crowns, bark, shade] = ["", "", "", ""];
  for (const q of strewn(p, 8.5, 2.5, seed + 3)) if (clear(q, 3)) dots += `M${n(q[0])} ${n(q[1])}h.01`;
  for (const [i, [x, y]] of strewn(p, 19, 7, seed).entries()) {
    if (!clear([x, y], 8)) continue;
    const r = 5.4 + noise(seed + 9, i) * 2.2;
    shade += `M${n(x - r * 0.3)} ${n(y + r * 0.95)}q${n(r * 1.6)} ${n(r * 0.3)} ${n(r * 1.7)} ${n(-r * 1.1)}l${n(r * 0.35)} ${n(r * 0.5)}q${n(-r * 0.3)} ${n(r * 1.1)} ${n(-r * 2.05)} ${n(r * 0.6)}z`;
    crowns +=
      `M${n(x - r)} ${n(y + r * 0.35)}a${n(r * 0.55)} ${n(r * 0.55)} 0 0 1 ${n(r * 0.25)} ${n(-r * 0.9)}` +
      `a${n(r * 0.62)} ${n(r * 0.62)} 0 0 1 ${n(r * 1.15)} ${n(-r * 0.2)}` +
      `a${n(r * 0.58)} ${n(r * 0.58)} 0 0 1 ${n(r * 0.45)} ${n(r * 1.05)}` +
      `a${n(r * 0.95)} ${n(r * 0.6)} 0 0 1 ${n(-r * 1.85)} ${n(r * 0.05)}z`;
    bark += `M${n(x + r * 0.15)} ${n(y + r * 0.5)}q${n(r * 0.6)} ${n(-r * 0.1)} ${n(r * 0.5)} ${n(-r * 0.75)}M${n(x - r * 0.35)} ${n(y + r * 0.55)}q${n(r * 0.3)} ${n(r * 0.1)} ${n(r * 0.55)} 0`;
  }
  out.push({ ink: "wood-dot", d: dots });
  out.push({ ink: "wood-shade", d: shade });
  out.push({ ink: "wood-crown", d: crowns });
  out.push({ ink: "wood-bark", d: bark });
  out.push({ ink: "wood-edge", d: edge });
}

function river(out: Inked[], p: Point[], w: number) {
  const d = rounded(p, 60, false);
  out.push({ ink: "water-edge line", d, w: w + 1.4 });
  out.push({ ink: "water-fill line", d, w: Math.max(2, w - 1) });
  for (let inner = w - 7, gap = 7; inner > 3; inner -= gap, gap += 2.5) {
    out.push({ ink: "water-line", d, w: inner });
    out.push({ ink: "water-fill line", d, w: inner - 1.5 });
  }
}

function bridge(out: Inked[], p: Point[], area: boolean, w: number) {
  const box = area ? p : band(p, Math.max(9, w));
  if (box.length !== 4) {
    out.push({ ink: "bridge-bed", d: polygon(box) }, { ink: "bridge-rail", d: polygon(box) });
    return;
  }
  out.push({ ink: "bridge-bed", d: polygon(box) });
  // The rails run with the longer sides and splay at their ends.
  const [a, b, c, e] = box as [Point, Point, Point, Point];
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) >= Math.hypot(c[0] - b[0], c[1] - b[1]);
  const sides: [Point, Point, Point, Point][] = long
    ? [
        [a, b, e, c],
        [e, c, a, b],
      ]
    : [
        [b, c, a, e],
        [a, e, b, c],
      ];
  let rails = "";
  for (const [from, to, offFrom, offTo] of sides) {
    const out1 = flare(from, to, offFrom);
    const out2 = flare(to, from, offTo);
    rails += `M${n(out1[0])} ${n(out1[1])}L${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}L${n(out2[0])} ${n(out2[1])}`;
  }
  out.push({ ink: "bridge-rail", d: rails });
}

function flare(at: Point, other: Point, across: Point): Point {
  const l1 = Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
  const l2 = Math.hypot(at[0] - across[0], at[1] - across[1]) || 1;
  return [
    at[0] + ((at[0] - other[0]) / l1) * 5 + ((at[0] - across[0]) / l2) * 5,
    at[1] + ((at[1] - other[1]) / l1) * 5 + ((at[1] - across[1]) / l2) * 5,
  ];
}

/** A parapet with its slope: a heavy line, and short strokes on both sides of it. */
function works(out: Inked[], p: Point[], area: boolean, w: number) {
  const d = area ? polygon(p) : rounded(p, 1, false);
  let strokes = "";
  for (const [i, { at, along }] of paced(p, 4.2, area).entries()) {
    const r = w / 2 + (i % 2 === 0 ? 5 : 3.2);
    strokes += `M${n(at[0] - along[1] * r)} ${n(at[1] + along[0] * r)}L${n(at[0] + along[1] * r)} ${n(at[1] - along[0] * r)}`;
  }
  out.push({ ink: "works-slope", d: strokes });
  out.push({ ink: area ? "works-area" : "works", d, w });
  if (!area && w > 5) out.push({ ink: "works-top", d, w: w - 3.2 });
}

/** A line widened to an outline; four corners where it is straight. */
function band(p: Point[], w: number): Point[] {
  const a = p[0]!;
  const b = p[p.length - 1]!;
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [x, y] = [((a[1] - b[1]) / long) * (w / 2), ((b[0] - a[0]) / long) * (w / 2)];
  return [
    [a[0] + x, a[1] + y],
    [b[0] + x, b[1] + y],
    [b[0] - x, b[1] - y],
    [a[0] - x, a[1] - y],
  ];
}

function polygon(p: Point[]): string {
  return p.length === 0 ? "" : `M${p.map((q) => `${n(q[0])} ${n(q[1])}`).join("L")}Z`;
}

function ring(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`;
}

/** The ridge and hips of a roof over a four-cornered house. */
function roof(p: Point[]): string {
  if (p.length !== 4) return "";
  const [a, b, c, e] = p as [Point, Point, Point, Point];
  const mid = (u: Point, v: Point): Point => [(u[0] + v[0]) / 2, (u[1] + v[1]) / 2];
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) >= Math.hypot(c[0] - b[0], c[1] - b[1]);
  const [g, h] = long ? [mid(e, a), mid(b, c)] : [mid(a, b), mid(c, e)];
  const at = (t: number): Point => [g[0] + (h[0] - g[0]) * t, g[1] + (h[1] - g[1]) * t];
  const [r, q] = [at(0.28), at(0.72)];
  const corners = long ? [a, e, b, c] : [a, b, e, c];
  return (
    `M${n(r[0])} ${n(r[1])}L${n(q[0])} ${n(q[1])}` +
    corners.map((k, i) => `M${n(k[0])} ${n(k[1])}L${n((i < 2 ? r : q)[0])} ${n((i < 2 ? r : q)[1])}`).join("")
  );
}

const SORT: Partial<Record<Feature["kind"], string>> = {
  hill: "hill",
  wood: "wood",
  field: "wood",
  marsh: "water",
  water: "water",
  river: "water",
  stream: "water",
  zone: "zone",
  road: "road",
};

/** The names on the map: one for each thing that has one, written where it lies. */
export function nameGround(features: Feature[], s: Sheet): Named[] {
  const out: Named[] = [];
  const seen = new Set<string>();
  for (const f of features) {
    const name = f.name.trim();
    const p = pointsOf(f, s);
    if (name === "" || p.length < 2 || seen.has(name)) continue;
    seen.add(name);
    const sort = SORT[f.kind] ?? "place";
    const [x0, y0, x1, y1] = bounds(p);
    if (closed(f)) {
      const at = heart(p);
      // A hill's name stands below its top, out of the way of what is built there; small things are named beside.
      const small = x1 - x0 < name.length * 7;
      out.push({
        name,
        at: small && sort === "place" ? [at[0], y1 + 13] : at,
        sort,
        room: Math.max(x1 - x0, 60),
      });
    } else if (f.kind === "river" || f.kind === "stream" || f.kind === "road") {
      const run = longestRun(p);
      const [a, b] = run[0][0] <= run[1][0] ? run : [run[1], run[0]];
      const lift = f.kind === "road" ? 8 : f.kind === "river" ? -4 : 7;
      const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const [nx, ny] = [((b[1] - a[1]) / long) * lift, (-(b[0] - a[0]) / long) * lift];
      out.push({
        name,
        at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
        along: `M${n(a[0] + nx)} ${n(a[1] + ny)}L${n(b[0] + nx)} ${n(b[1] + ny)}`,
        sort,
        room: long,
      });
    } else {
      const m = p[Math.floor(p.length / 2)]!;
      out.push({ name, at: [m[0], m[1] - 9], sort, room: Math.max(x1 - x0, y1 - y0, 50) });
    }
  }
  return out;
}

const FIRST = ["hill", "water", "wood", "place", "road", "zone"];

/** The names there is room for at a size, none on another: the weightier first, moved up or down if that helps. */
export function settle(names: Named[], zoom: number): Named[] {
  const taken: [number, number, number, number][] = [];
  const out: Named[] = [];
  for (const x of [...names].sort((a, b) => FIRST.indexOf(a.sort) - FIRST.indexOf(b.sort))) {
    const wide = (x.name.length * (x.sort === "hill" ? 8.6 : 6.4)) / zoom;
    const high = 13 / zoom;
    if (x.room * zoom < x.name.length * 5.2) continue;
    for (const dy of x.along ? [0] : [0, high * 1.2, -high * 1.2, high * 2.4]) {
      const box: [number, number, number, number] = [
        x.at[0] - wide / 2,
        x.at[1] + dy - high / 2,
        x.at[0] + wide / 2,
        x.at[1] + dy + high / 2,
      ];
      if (taken.some((t) => t[0] < box[2] && t[2] > box[0] && t[1] < box[3] && t[3] > box[1])) continue;
      taken.push(box);
      out.push(dy === 0 ? x : { ...x, at: [x.at[0], x.at[1] + dy] });
      break;
    }
  }
  return out;
}

function longestRun(p: Point[]): [Point, Point] {
  let best: [Point, Point] = [p[0]!, p[1]!];
  let most = -1;
  for (let i = 1; i < p.length; i++) {
    const l = Math.hypot(p[i]![0] - p[i - 1]![0], p[i]![1] - p[i - 1]![1]);
    if (l > most) [most, best] = [l, [p[i - 1]!, p[i]!]];
  }
  return best;
}
