/** The battle as moments: how the table looked at any of them, and between two. */
import { leastTurn } from "../board/sheet";
import type { Fact } from "../types/Fact";
import type { Feature } from "../types/Feature";
import type { Moment } from "../types/Moment";
import type { Piece } from "../types/Piece";
import type { Spot } from "../types/Spot";

/** The table at a moment. */
export interface Scene {
  turn: number;
  clock: number | null;
  pieces: ReadonlyMap<string, Piece>;
  features: Feature[];
  facts: Fact[];
}

const NOTHING: Scene = { turn: 0, clock: null, pieces: new Map(), features: [], facts: [] };

/** The scene a moment leads to. Pieces that it does not name stay the same objects. */
export function after(scene: Scene, m: Moment): Scene {
  const pieces = new Map(scene.pieces);
  for (const id of m.gone) pieces.delete(id);
  for (const p of m.pieces) pieces.set(p.id, p);
  for (const s of m.shifts) {
    const was = pieces.get(s.id);
    if (was) pieces.set(s.id, { ...was, at: s.at, width: s.width, depth: s.depth });
  }
  return {
    turn: m.turn,
    clock: m.clock,
    pieces,
    features: m.features ?? scene.features,
    facts: m.facts ?? scene.facts,
  };
}

const EVERY = 32;

/** All moments known so far. */
export class Film {
  readonly moments: Moment[] = [];
  private kept: Scene[] = [];
  /** The scenes looked at last: playing needs two at a time. */
  private recent = new Map<number, Scene>();

  get length() {
    return this.moments.length;
  }

  /** Takes moments from a place on. Those already here are kept; after a gap nothing is taken. */
  add(from: number, moments: Moment[]): boolean {
    if (from > this.moments.length) return false;
    const fresh = moments.slice(this.moments.length - from);
    this.moments.push(...fresh);
    return fresh.length > 0;
  }

  /** The table after moment `n`. */
  at(n: number): Scene {
    const to = Math.min(n, this.moments.length - 1);
    if (to < 0) return NOTHING;
    const known = this.recent.get(to);
    if (known) return known;
    if (this.kept.length === 0) this.kept.push(after(NOTHING, this.moments[0]!));
    let at = Math.min(Math.floor(to / EVERY), this.kept.length - 1) * EVERY;
    let scene = this.kept[at / EVERY]!;
    for (const [n, s] of this.recent) if (n > at && n <= to) [at, scene] = [n, s];
    for (let i = at + 1; i <= to; i++) {
      scene = after(scene, this.moments[i]!);
      if (i % EVERY === 0 && this.kept.length === i / EVERY) this.kept.push(scene);
    }
    this.recent.set(to, scene);
    if (this.recent.size > 6) this.recent.delete(this.recent.keys().next().value!);
    return scene;
  }

  /** Does anybody do something at moment `n` that is seen on the table: move, come, go, fire, fight? */
  acts(n: number): boolean {
    const m = this.moments[n];
    if (!m) return false;
    if (m.shifts.length + m.gone.length > 0 || m.told.some((t) => t.deed !== undefined)) return true;
    const was = this.at(n - 1).pieces;
    return m.pieces.some((p) => !was.has(p.id) || !same(was.get(p.id)!.at, p.at));
  }

  /** The first moment of a turn, or the nearest after it. */
  turnStart(turn: number): number {
    const i = this.moments.findIndex((m) => m.turn >= turn);
    return i < 0 ? this.moments.length - 1 : i;
  }
}

export function lerpSpot(a: Spot, b: Spot, t: number): Spot {
  return {
    x: a.x + (b.x - a.x) * t,
    y: a.y + (b.y - a.y) * t,
    facing: a.facing + leastTurn(b.facing - a.facing) * t,
  };
}

const same = (a: Spot, b: Spot) => a.x === b.x && a.y === b.y && a.facing === b.facing;

/** The rear of a column between two scenes: it comes after its head where it lies about as many corners. */
function tailBetween(was: Piece["tail"], is: Piece["tail"], t: number): Piece["tail"] {
  if (was === undefined || is === undefined || was.length !== is.length) return t < 0.6 ? was : is;
  return was.map((a, i) => ({
    at: lerpSpot(a.at, is[i]!.at, t),
    depth: a.depth + (is[i]!.depth - a.depth) * t,
  }));
}

/** The pieces between two scenes, `t` from 0 to 1. Pieces that do not move are the same objects as in the second. */
export function between(a: Scene, b: Scene, t: number): Piece[] {
  if (t <= 0) return [...a.pieces.values()];
  if (t >= 1) return [...b.pieces.values()];
  const out: Piece[] = [];
  for (const [id, was] of a.pieces) {
    const is = b.pieces.get(id);
    if (!is) {
      if (t < 0.6) out.push(was);
    } else if (same(was.at, is.at) && was.width === is.width && was.depth === is.depth) {
      out.push(t < 0.6 ? was : is);
    } else {
      out.push({
        ...(t < 0.6 ? was : is),
        at: lerpSpot(was.at, is.at, t),
        width: was.width + (is.width - was.width) * t,
        depth: was.depth + (is.depth - was.depth) * t,
        tail: tailBetween(was.tail, is.tail, t),
      });
    }
  }
  for (const [id, is] of b.pieces) if (!a.pieces.has(id) && t >= 0.4) out.push(is);
  return out;
}

/** Does anything on the table change in it? */
export const stirs = (m: Moment) =>
  m.shifts.length + m.pieces.length + m.gone.length > 0 || m.features !== undefined;

/** How many of its lines were diced for or turn the day. */
export const weighty = (m: Moment) =>
  m.told.filter((t) => t.milestone || (t.ruling?.dice.length ?? 0) > 0).length;

/** A line as it is told, without the clause that is shown beside it. */
export function plainly(t: { says: string; clause: string }): string {
  const tail = ` [${t.clause}]`;
  return t.says.endsWith(tail) ? t.says.slice(0, -tail.length) : t.says;
}

/** How long a moment takes at ordinary speed, in seconds: the way there, and the time to read what happened. */
export function lasts(was: Moment | undefined, m: Moment): { travel: number; dwell: number } {
  const moves = m.shifts.length + m.pieces.length > 0;
  const clocked =
    m.clock !== null && was !== undefined && was.clock !== null && was.turn === m.turn
      ? Math.max(0, m.clock - was.clock) * 9
      : null;
  const travel = !moves ? 0.05 : clocked === null ? 0.55 : Math.min(4, Math.max(0.12, clocked));
  // What was diced for or turns the day is read; the rest goes by.
  const heavy = weighty(m);
  const plain = m.told.length - heavy;
  const great = m.told.some((t) => t.great) ? 1.5 : 0;
  const dwell = great + Math.min(2.6, (heavy > 0 ? 0.7 + 0.4 * heavy : 0) + Math.min(0.45, 0.12 * plain));
  return { travel, dwell };
}
