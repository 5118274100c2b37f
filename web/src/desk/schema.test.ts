import { describe, expect, it } from "vitest";
import { blank, matters, prose, same, shapeOf, variantOf, withField, type Field, type Shape } from "./schema";

const situation = {
  type: "object",
  properties: {
    figures: { type: "integer", minimum: 0, maximum: 65535, description: "All figures\nof the unit." },
    kind: { $ref: "#/$defs/Kind" },
    general: { type: "boolean", default: false },
    counter: { anyOf: [{ $ref: "#/$defs/Attack" }, { type: "null" }], default: null },
    rate: { type: ["number", "null"], minimum: 20, maximum: 400, default: null },
    units: { type: "array", items: { $ref: "#/$defs/Attack" }, minItems: 1, maxItems: 8 },
    step: { $ref: "#/$defs/Step" },
    odd: { type: ["number", "string"] },
  },
  required: ["figures", "kind", "units", "step"],
  $defs: {
    Kind: {
      oneOf: [
        { type: "string", enum: ["infantry", "on_foot"] },
        { type: "string", const: "mounted", description: "On horseback." },
      ],
    },
    Attack: { type: "object", properties: { charge: { type: "boolean", default: false } } },
    Step: {
      oneOf: [
        {
          type: "object",
          properties: {
            march: { type: "object", properties: { distance: { type: "number" } }, required: ["distance"] },
          },
          required: ["march"],
        },
        { type: "string", const: "mount" },
      ],
    },
  },
};

function field(key: string): Field {
  const s = shapeOf(situation);
  if (s.is !== "group") throw new Error("a situation is a group");
  const f = s.fields.find((x) => x.key === key);
  if (!f) throw new Error(`there is no ${key}`);
  return f;
}

describe("a form read out of a schema", () => {
  it("has numbers with their limits and what is said of them", () => {
    expect(field("figures")).toMatchObject({
      label: "Figures",
      says: "All figures of the unit.",
      required: true,
      shape: { is: "number", whole: true, least: 0, greatest: 65535 },
    });
  });
  it("gathers choices from enums and constants", () => {
    const s = field("kind").shape as Extract<Shape, { is: "choice" }>;
    expect(s.options.map((o) => [o.value, o.label])).toEqual([
      ["infantry", "infantry"],
      ["on_foot", "on foot"],
      ["mounted", "mounted"],
    ]);
  });
  it("knows what may be left out", () => {
    expect(field("counter").shape).toMatchObject({ is: "maybe", of: { is: "group" } });
    expect(field("rate").shape).toMatchObject({
      is: "maybe",
      of: { is: "number", least: 20, greatest: 400 },
    });
    expect(field("general")).toMatchObject({ required: false, missing: false });
  });
  it("tells the one of several that a value is", () => {
    const s = field("step").shape as Extract<Shape, { is: "variant" }>;
    expect(s.options.map((o) => o.key)).toEqual(["march", "mount"]);
    expect(variantOf(s.options, { march: { distance: 3 } })?.key).toBe("march");
    expect(variantOf(s.options, "mount")?.key).toBe("mount");
    expect(variantOf(s.options, 7)).toBeUndefined();
  });
  it("leaves to be typed what it cannot draw", () => {
    expect(field("odd").shape.is).toBe("raw");
    expect(shapeOf({ $ref: "#/nowhere" }).is).toBe("raw");
  });
  it("ends where a schema names itself", () => {
    const self = { type: "object", properties: { next: { $ref: "#" } } };
    expect(shapeOf(self).is).toBe("group");
  });
  it("begins with the least that can be told", () => {
    expect(blank(shapeOf(situation))).toEqual({
      figures: 1,
      kind: "infantry",
      units: [{}],
      step: { march: { distance: 10 } },
    });
  });
});

describe("a field", () => {
  it("that says only what holds anyway is left out", () => {
    expect(withField({ figures: 3 }, field("general"), true)).toEqual({ figures: 3, general: true });
    expect(withField({ figures: 3, general: true }, field("general"), false)).toEqual({ figures: 3 });
    expect(withField({ figures: 3 }, field("figures"), undefined)).toEqual({});
  });
  it("is shown at once when it must be told or the example tells it", () => {
    expect(matters(field("kind"), {}, {})).toBe(true);
    expect(matters(field("general"), {}, {})).toBe(false);
    expect(matters(field("general"), { general: true }, {})).toBe(true);
    expect(matters(field("general"), [{}, { general: true }], {})).toBe(true);
  });
});

it("compares values whole", () => {
  expect(same({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBe(true);
  expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(same([], {})).toBe(false);
});

it("takes the marks of code out of what is said", () => {
  expect(prose("Artillery is [`Formation::MarchColumn`]\nwhen limbered.")).toBe(
    "Artillery is march column when limbered.",
  );
});
