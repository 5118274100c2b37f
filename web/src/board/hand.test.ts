import { describe, expect, it } from "vitest";
import { spanned } from "./group";
import { apart } from "./notes";

describe("a group's base", () => {
  const one = (x: number, y: number, facing: number) => ({ at: { x, y, facing }, width: 10, depth: 4 });
  it("is the unit's own where there is one", () => {
    expect(spanned([one(1, 2, 30)])).toEqual(one(1, 2, 30));
    expect(spanned([])).toBeNull();
  });
  it("has all of them on it and faces as the first does", () => {
    const north = spanned([one(0, 0, 0), one(10, 0, 0), one(20, 0, 0)])!;
    expect(north.at.x).toBeCloseTo(10);
    expect(north.at.y).toBeCloseTo(0);
    expect([north.width, north.depth]).toEqual([30, 4]);
    // Facing east, its right is the south.
    const east = spanned([one(0, 0, 90), one(0, -10, 90)])!;
    expect(east.at.x).toBeCloseTo(0);
    expect(east.at.y).toBeCloseTo(-5);
    expect(east.width).toBeCloseTo(20);
    // Two ranks: the front is the foremost.
    const deep = spanned([one(0, 0, 0), one(0, -4, 0)])!;
    expect(deep.at.y).toBeCloseTo(0);
    expect(deep.depth).toBeCloseTo(8);
  });
});

describe("notes", () => {
  it("never stand on one another", () => {
    const wanted = (says: string, x: number) => ({ says, at: [0, 40].map((y) => [x, y] as const) });
    expect(apart([wanted("one", 0), wanted("two", 5), wanted("three", 10), wanted("far", 900)], 10)).toEqual([
      { says: "one", x: 0, y: 0 },
      { says: "two", x: 5, y: 40 },
      { says: "far", x: 900, y: 0 },
    ]);
  });
  it("are not written twice", () => {
    const same = { says: "120 p", at: [[0, 0] as const] };
    expect(apart([same, { ...same, at: [[900, 0] as const] }], 10)).toHaveLength(1);
  });
});
