import { expect, it } from "vitest";
import { Refused } from "../lib/api";
import type { Code } from "../types/Code";
import { fieldOf, told, wanted } from "./ask";

const refused = (code: Code, says: string, field: string | null, least: number | null = null) =>
  new Refused(400, says, null, field, null, code, least);

it("learns from a refusal how many dice are wanted", () => {
  // By its code, in whatever language it is said.
  const few = "for få terninger";
  expect(wanted(refused("dice", few, "dice", 2))).toEqual({ least: 2, says: few });
  expect(wanted(refused("dice", "za dużo", "dice"))).toEqual({ least: null, says: "za dużo" });
  expect(wanted(refused("form", "too few dice: at least 2", "elements"))).toBeNull();
  expect(wanted(new Error("x"))).toBeNull();
});

it("finds the field a refusal is about", () => {
  expect(fieldOf(refused("form", "too many", "elements"))).toEqual({ field: "elements", says: "too many" });
  expect(fieldOf(refused("form", "elements: too many", null)).field).toBe("");
  expect(fieldOf(refused("missing", "`attacker.figures` mangler", "attacker.figures"))).toEqual({
    field: "attacker.figures",
    says: "This must be given.",
  });
});

it("adds up what reads the same", () => {
  const of = (says: string, weight: string, chance: number) => ({ says, result: { weight }, weight, chance });
  const big = "9007199254740993";
  const odds = {
    ways: "12",
    outcomes: [of("holds", big, 0.25), of("runs", "1", 0.5), of("holds", "2", 0.25)],
  };
  expect(told(odds).outcomes.map((o) => [o.says, o.weight, o.chance])).toEqual([
    ["holds", "9007199254740995", 0.5],
    ["runs", "1", 0.5],
  ]);
  expect(odds.outcomes[0]?.weight).toBe(big);
});
