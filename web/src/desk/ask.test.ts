import { expect, it } from "vitest";
import { Refused } from "../lib/api";
import { fieldOf, wanted } from "./ask";

it("learns from a refusal how many dice are wanted", () => {
  const few = "too few dice: 1 given, but the book rolls at least 2";
  expect(wanted(new Refused(400, few, null, "dice"))).toEqual({ least: 2, says: few });
  const many = "too many dice: 3 given, but the book rolls only 2";
  expect(wanted(new Refused(400, many))).toEqual({ least: null, says: many });
  expect(wanted(new Refused(400, "from 1 to 36 elements try", null, "elements"))).toBeNull();
  expect(wanted(new Error("x"))).toBeNull();
});

it("finds the field a refusal is about", () => {
  expect(fieldOf(new Refused(422, "too many", null, "elements"))).toEqual({
    field: "elements",
    says: "too many",
  });
  expect(fieldOf(new Refused(422, "elements: too many"))).toEqual({ field: "elements", says: "too many" });
  expect(fieldOf(new Refused(400, "missing field `figures`", null, "attacker")).field).toBe(
    "attacker.figures",
  );
  expect(fieldOf(new Refused(400, "the situation cannot be read: missing field `kind`")).field).toBe("kind");
});
