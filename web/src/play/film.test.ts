import { describe, expect, it } from "vitest";
import { piece } from "../../tests/fixture";
import type { Moment } from "../types/Moment";
import { after, between, Film, lasts, lerpSpot } from "./film";

const moment = (over: Partial<Moment> = {}): Moment => ({
  turn: 1,
  clock: null,
  told: [],
  pieces: [],
  shifts: [],
  gone: [],
  ...over,
});
const at = (x: number) => ({ x, y: 0, facing: 0 });

/** A hundred moments: `a` walks east, `b` is worn down, `c` is gone after the fiftieth. */
function walk(): Moment[] {
  const all = [
    moment({
      pieces: [piece("a"), piece("b"), piece("c")],
      features: [],
      facts: [{ label: "Turn", says: "1" }],
    }),
  ];
  for (let i = 1; i < 100; i++)
    all.push(
      moment({
        turn: 1 + Math.floor(i / 10),
        shifts: [{ id: "a", at: at(i), width: 12, depth: 2 }],
        pieces: i % 7 === 0 ? [piece("b", { strength: String(30 - i / 7) })] : [],
        gone: i === 50 ? ["c"] : [],
      }),
    );
  return all;
}

describe("a film", () => {
  it("shows the table at any moment, in whatever order it is asked", () => {
    const film = new Film();
    film.add(0, walk());
    for (const n of [99, 0, 49, 50, 33, 32, 31, 98, 64, 7]) {
      const s = film.at(n);
      expect(s.pieces.get("a")?.at.x).toBe(n);
      expect(s.pieces.get("b")?.strength).toBe(String(30 - Math.floor(n / 7)));
      expect(s.pieces.has("c")).toBe(n < 50);
      expect(s.facts).toEqual([{ label: "Turn", says: "1" }]);
    }
  });

  it("takes moments once, and none after a gap", () => {
    const film = new Film();
    const all = walk();
    expect(film.add(5, all.slice(5))).toBe(false);
    expect(film.add(0, all.slice(0, 10))).toBe(true);
    expect(film.add(4, all.slice(4, 14))).toBe(true);
    expect(film.length).toBe(14);
    expect(film.add(0, all.slice(0, 10))).toBe(false);
    expect(film.at(13).pieces.get("a")?.at.x).toBe(13);
  });

  it("finds the beginning of a turn", () => {
    const film = new Film();
    film.add(0, walk());
    expect(film.turnStart(1)).toBe(0);
    expect(film.turnStart(3)).toBe(20);
    expect(film.turnStart(99)).toBe(99);
  });
});

describe("between two scenes", () => {
  const a = after(
    after({ turn: 0, clock: null, pieces: new Map(), features: [], facts: [] }, walk()[0]!),
    moment(),
  );
  const b = after(
    a,
    moment({ shifts: [{ id: "a", at: { x: 10, y: 4, facing: 90 }, width: 6, depth: 4 }], gone: ["c"] }),
  );

  it("those who move are on their way, the others are the same objects", () => {
    const half = between(a, b, 0.5);
    const moved = half.find((p) => p.id === "a")!;
    expect([moved.at.x, moved.at.y, moved.at.facing, moved.width]).toEqual([5, 2, 45, 9]);
    expect(half.find((p) => p.id === "b")).toBe(a.pieces.get("b"));
  });
  it("those who go are seen for a while", () => {
    expect(between(a, b, 0.3).some((p) => p.id === "c")).toBe(true);
    expect(between(a, b, 0.9).some((p) => p.id === "c")).toBe(false);
  });
  it("turns the short way round", () => {
    expect(lerpSpot({ x: 0, y: 0, facing: 350 }, { x: 0, y: 0, facing: 10 }, 0.5).facing).toBe(360);
  });
});

it("a moment in which something is told lasts longer than one in which nothing is", () => {
  const quiet = lasts(undefined, moment());
  const told = lasts(
    undefined,
    moment({
      told: [{ event: 1, kind: "x", says: "x", more: [], clause: "1", pieces: [], milestone: true }],
    }),
  );
  expect(told.dwell).toBeGreaterThan(quiet.dwell + 0.5);
  const clocked = lasts(
    moment({ clock: 0.1 }),
    moment({ clock: 0.3, shifts: [{ id: "a", at: at(1), width: 1, depth: 1 }] }),
  );
  expect(clocked.travel).toBeCloseTo(1.8);
});
