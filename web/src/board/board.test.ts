import { describe, expect, it } from "vitest";
import { piece, table } from "../../tests/fixture";
import { compass, cut, spoken } from "./blocks";
import { inkGround, nameGround, settle } from "./ground";
import { neighbour, step, stood, type Stepping } from "./keys";
import { farFrom, furrows, hachures, inside, noise, paced, strewn } from "./patterns";
import { bearing, leastTurn, middle, sheetOf, toSheet, toTable, type Point } from "./sheet";

const square: Point[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

describe("the sheet", () => {
  it("is as long for every book, with north upward", () => {
    const s = sheetOf(240, 170);
    expect(s.width).toBe(1600);
    expect(toSheet(s, 0, 170)).toEqual([0, 0]);
    const [x, y] = toTable(s, ...toSheet(s, 33, 44));
    expect(x).toBeCloseTo(33);
    expect(y).toBeCloseTo(44);
  });
  it("knows where the middle of a block is", () => {
    const s = sheetOf(1600, 1600);
    expect(middle(s, { x: 100, y: 100, facing: 0 }, 20)).toEqual([100, 1510]);
    expect(middle(s, { x: 100, y: 100, facing: 90 }, 20)[0]).toBeCloseTo(90);
  });
  it("takes bearings clockwise from north and turns the short way", () => {
    expect(bearing([0, 0], [0, 1])).toBe(0);
    expect(bearing([0, 0], [1, 0])).toBe(90);
    expect(leastTurn(350)).toBe(-10);
    expect(leastTurn(-190)).toBe(170);
  });
  it("a table without size breaks nothing", () => {
    expect(sheetOf(0, 0).k).toBe(1);
  });
});

describe("the patterns", () => {
  it("are the same every time", () => {
    const b = table();
    const s = sheetOf(b.width, b.depth);
    expect(inkGround(b.features, s)).toEqual(inkGround(structuredClone(b.features), s));
    expect(strewn(square, 9, 3, 5)).toEqual(strewn(square, 9, 3, 5));
    expect(strewn(square, 9, 3, 5)).not.toEqual(strewn(square, 9, 3, 6));
  });
  it("noise lies between 0 and 1 and is spread", () => {
    const all = Array.from({ length: 1000 }, (_, i) => noise(3, i));
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...all)).toBeLessThan(1);
    expect(all.reduce((a, b) => a + b) / 1000).toBeCloseTo(0.5, 1);
  });
  it("stay within their area and its margin", () => {
    for (const p of strewn(square, 8, 6, 1)) {
      expect(inside(p, square)).toBe(true);
      expect(farFrom(p, square, true)).toBeGreaterThanOrEqual(6);
    }
    expect(furrows(square, 10, 0, 1, 0).match(/M/g)?.length).toBe(10);
    expect(hachures(square, { step: 5, from: 1, long: 10, weight: 1, seed: 1 })).toMatch(/^M/);
  });
  it("steps along a line are even", () => {
    const all = paced(
      [
        [0, 0],
        [50, 0],
        [50, 50],
      ],
      10,
    );
    expect(all.length).toBe(10);
    expect(all[0]!.at).toEqual([5, 0]);
    expect(all[9]!.at).toEqual([50, 45]);
  });
  it("every kind of ground is inked", () => {
    const b = table();
    const s = sheetOf(b.width, b.depth);
    for (const f of b.features) expect(inkGround([f], s).length, f.kind).toBeGreaterThan(0);
  });
  it("hostile shapes break nothing", () => {
    const s = sheetOf(10, 10);
    const f = (shape: object) =>
      inkGround([{ kind: "wood", name: "", level: 0, facts: [], shape: shape as never }], s);
    expect(f({ area: [] })).toEqual([]);
    expect(f({ area: [[NaN, 1]] })).toEqual([]);
    expect(() =>
      f({
        area: [
          [1, 1],
          [1, 1],
          [1, 1],
        ],
      }),
    ).not.toThrow();
    expect(() =>
      f({
        line: {
          points: [
            [1, 1],
            [1, 1],
          ],
          width: 0,
        },
      }),
    ).not.toThrow();
  });
});

it("names never lie on one another", () => {
  const b = table();
  const s = sheetOf(b.width, b.depth);
  const all = settle(nameGround(b.features, s), 0.6);
  expect(all.length).toBeGreaterThan(5);
  expect(settle(nameGround(b.features, s), 0.1).length).toBeLessThan(all.length);
});

describe("a block", () => {
  it("shows its arm, its files, and the second side by more than colour", () => {
    expect(cut(piece("a", { files: 10 }), 80, 20).files.match(/M/g)?.length).toBe(9);
    expect(cut(piece("a", { side: 0 }), 80, 20).hatch).toBe("");
    expect(cut(piece("a", { side: 1 }), 80, 20).hatch).not.toBe("");
    expect(cut(piece("a", { arm: "cavalry" }), 80, 20).mark).not.toBe(cut(piece("a"), 80, 20).mark);
    expect(cut(piece("a", { open: true }), 80, 20, 3)).toEqual(cut(piece("a", { open: true }), 80, 20, 3));
  });
  it("is spoken in full", () => {
    const p = piece("U1", {
      badges: [{ short: "D", says: "disordered", tone: "worn" }],
      at: { x: 0, y: 0, facing: 181 },
    });
    expect(spoken(p, ["Union"])).toBe(
      "The U1, yours, infantry, line, strength 30, disordered, facing south, Training: trained",
    );
    expect(compass(-46)).toBe("north-west");
  });
});

describe("keys", () => {
  const all = [
    { id: "here", at: { x: 0, y: 0, facing: 0 } },
    { id: "east", at: { x: 10, y: 1, facing: 0 } },
    { id: "far east", at: { x: 30, y: 0, facing: 0 } },
    { id: "north", at: { x: 1, y: 12, facing: 0 } },
  ];
  it("go to the nearest unit that way", () => {
    expect(neighbour(all, "here", [1, 0])).toBe("east");
    expect(neighbour(all, "here", [0, 1])).toBe("north");
    expect(neighbour(all, "here", [-1, 0])).toBeUndefined();
    expect(neighbour(all, "nobody", [1, 0])).toBeUndefined();
  });
  it("shift and turn a ghost in steps of the table", () => {
    const size = { width: 240, depth: 170 };
    const no = { shift: false, alt: false };
    let s: Stepping = { piece: "a", from: { x: 10, y: 10, facing: 90 }, dx: 0, dy: 0, turn: 0 };
    s = step(s, "ArrowUp", no, size)!;
    s = step(s, "ArrowRight", { shift: false, alt: true }, size)!;
    s = step(s, "ArrowLeft", { shift: true, alt: false }, size)!;
    const at = stood(s);
    expect(at.x).toBeCloseTo(10.48);
    expect(at.y).toBeCloseTo(12.4);
    expect(at.facing).toBe(85);
    expect(step(s, "x", no, size)).toBeNull();
  });
});
