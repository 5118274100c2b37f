import type { BrowserContext } from "@playwright/test";
import type { Piece } from "../src/types/Piece";
import { corners, type Point } from "../src/board/sheet";

/** Something that came over a line: an answer with its headers, or a frame. */
export interface Heard {
  from: string;
  text: string;
}

/** Keeps everything that the network brings to any page of a context. */
export class Ear {
  private readonly heard: Heard[] = [];
  private readonly pending: Promise<unknown>[] = [];

  constructor(context: BrowserContext) {
    context.on("response", (r) => {
      const headers = Object.entries(r.headers())
        .map(([k, v]) => `${k}: ${v}`)
        .join("\n");
      this.heard.push({ from: "headers", text: headers });
      this.pending.push(
        r.text().then(
          (text) => this.heard.push({ from: r.url(), text }),
          () => {},
        ),
      );
    });
    context.on("page", (page) =>
      page.on("websocket", (ws) =>
        ws.on("framereceived", (f) => this.heard.push({ from: "live", text: String(f.payload) })),
      ),
    );
  }

  /** All there is so far. The rule book and the page itself are everybody's. */
  async all(): Promise<Heard[]> {
    await Promise.all(this.pending);
    return this.heard.filter((h) => !/\/(assets|api\/books)\b/.test(h.from));
  }
}

/** What somebody must not hear. */
export interface Secrets {
  /** Names and codes: whole words. */
  words: string[];
  /** Where the hidden stand, have stood, or go. */
  places: Point[];
  /** How far it is to an enemy. */
  ranges: number[];
  /** Numbers that are the seat's own: what it guessed itself. */
  own: number[];
}

const close = (a: number, b: number, by: number) => Math.abs(a - b) <= by;
/** Numbers under these are the drawing itself. */
const DRAWN = new Set(["x", "y", "facing", "width", "depth", "points", "area", "path", "clock", "turn"]);

/** Goes through everything in a value. */
function each(
  value: unknown,
  see: { pair: (p: Point) => void; number: (n: number) => void; text: (t: string) => void },
): void {
  if (typeof value === "number") see.number(value);
  else if (typeof value === "string") see.text(value);
  else if (Array.isArray(value)) {
    if (value.length === 2 && value.every((v) => typeof v === "number")) see.pair(value as Point);
    for (const v of value) each(v, see);
  } else if (value !== null && typeof value === "object") {
    const o = value as Record<string, unknown>;
    if (typeof o.x === "number" && typeof o.y === "number") see.pair([o.x, o.y]);
    for (const [k, v] of Object.entries(o))
      each(v, DRAWN.has(k) ? { ...see, number: () => {}, text: () => {} } : see);
  }
}

/** Those secrets that are in what was heard, each in words with its kind before the colon. */
export function told(heard: Heard[], secrets: Secrets): string[] {
  const found = new Set<string>();
  const words = secrets.words.map((w) => [w, new RegExp(`(?<![\\w.])${escape(w)}(?![\\w.])`)] as const);
  const spots = new Set(secrets.places.map((p) => spot(p)));
  const measure = (n: number, by: number, where: string) => {
    if (secrets.own.some((o) => close(o, n, 1e-9))) return;
    const r = secrets.ranges.find((r) => close(r, n, by));
    if (r !== undefined) found.add(`range: ${r} (${where})`);
  };
  for (const h of heard) {
    for (const [w, like] of words) if (like.test(h.text)) found.add(`word: ${w}`);
    let value: unknown;
    try {
      value = JSON.parse(h.text);
    } catch {
      value = h.text;
    }
    each(value, {
      pair: (p) => {
        if (spots.has(spot(p))) found.add(`place: ${p.join(", ")}`);
      },
      number: (n) => {
        if (!Number.isInteger(n)) measure(n, 0.051, String(n));
      },
      // In words a length may be rounded to whole centimetres.
      text: (t) => {
        for (const m of t.matchAll(/(?<![\w.])(\d+(?:\.\d+)?)( ?cm\b)?/g)) {
          if (m[2] || m[1]!.includes(".")) measure(Number(m[1]), m[2] ? 0.51 : 0.051, t.slice(0, 80));
        }
      },
    });
  }
  return [...found];
}

const escape = (w: string) => w.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const spot = (p: Point) => p.map((v) => v.toFixed(2)).join(" ");

/** All lengths that somebody might call the distance of two bases: between their fronts, middles, and nearest points. */
export function apart(a: Piece, b: Piece): number[] {
  const mid = (p: Piece): Point => {
    const c = corners(p.at, p.width, p.depth);
    return [c.reduce((s, q) => s + q[0], 0) / 4, c.reduce((s, q) => s + q[1], 0) / 4];
  };
  const far = (p: Point, q: Point) => Math.hypot(p[0] - q[0], p[1] - q[1]);
  const front = (p: Piece): Point => [p.at.x, p.at.y];
  return [
    far(front(a), front(b)),
    far(mid(a), mid(b)),
    far(front(a), mid(b)),
    Math.min(...nearest(a, b), ...nearest(b, a)),
    Math.min(...toEdges(front(a), b)),
  ];
}
/** From the corners of one to the edges of the other. */
function nearest(a: Piece, b: Piece): number[] {
  return corners(a.at, a.width, a.depth).flatMap((c) => toEdges(c, b));
}
function toEdges(p: Point, b: Piece): number[] {
  const [fl, rl, fr, rr] = corners(b.at, b.width, b.depth) as [Point, Point, Point, Point];
  return [
    [fl, fr],
    [fr, rr],
    [rr, rl],
    [rl, fl],
  ].map(([q, r]) => {
    const [dx, dy] = [r![0] - q![0], r![1] - q![1]];
    const t = Math.max(0, Math.min(1, ((p[0] - q![0]) * dx + (p[1] - q![1]) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(p[0] - q![0] - t * dx, p[1] - q![1] - t * dy);
  });
}
