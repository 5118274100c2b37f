import { expect, it } from "vitest";
import { codes, freeCode, read, written, type Army } from "./army";

const small: Army = {
  book: "newbury-napoleonic",
  title: 'An "advance" guard',
  nation: "france",
  year: 1809,
  points: 2000,
  options: { national: true },
  brigade: [
    {
      code: "1B",
      general: "Conroux",
      unit: [
        { code: "1/57", kind: "line-battalion", figures: [3, 3, 4], detachment: [{ code: "v", of: ["x"] }] },
        { code: "2/57", kind: "line-battalion", name: "" },
      ],
    },
  ],
};

it("writes plain keys before tables, units under their brigade, and nothing that is empty", () => {
  expect(written(small)).toBe(`book = "newbury-napoleonic"
title = "An \\"advance\\" guard"
nation = "france"
year = 1809
points = 2000

[options]
national = true

[[brigade]]
code = "1B"
general = "Conroux"

[[brigade.unit]]
code = "1/57"
kind = "line-battalion"
figures = [3, 3, 4]
detachment = [{ code = "v", of = ["x"] }]

[[brigade.unit]]
code = "2/57"
kind = "line-battalion"
`);
});

it("keeps what it does not know, and fills in what it needs", () => {
  const army = read(
    { nation: "prussia", readings: { a: "b" }, brigade: [{ unit: [{ kind: "x" }] }] },
    "book",
  );
  expect(army.readings).toEqual({ a: "b" });
  expect(army.brigade[0]!.unit[0]).toEqual({ kind: "x", code: "" });
  expect([army.book, army.year]).toEqual(["book", 1809]);
});

it("is not led astray by what is no army", () => {
  for (const odd of [null, 3, "x", [], { brigade: 3 }, { brigade: [1, { unit: "x" }] }]) {
    const army = read(odd, "b");
    expect(army.book).toBe("b");
    for (const b of army.brigade) expect(b.unit).toEqual([]);
  }
});

it("finds codes that nobody has", () => {
  expect(codes(small)).toEqual(["1B", "1/57", "2/57"]);
  expect(freeCode(codes(small), (n) => `${n}B`)).toBe("2B");
});
