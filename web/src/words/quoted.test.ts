import { describe, expect, it } from "vitest";
import { quoted } from "./quoted";

describe("what is quoted", () => {
  it("is set apart without backticks", () => {
    expect(quoted("a unit needs `valour`")).toEqual([
      { text: "a unit needs ", code: false },
      { text: "valour", code: true },
    ]);
    expect(quoted("both `size` and `figures`").map((p) => p.code)).toEqual([false, true, false, true]);
  });

  it("is nothing where nothing is quoted, and one backtick alone is left out", () => {
    expect(quoted("out of range")).toEqual([{ text: "out of range", code: false }]);
    expect(quoted("")).toEqual([]);
    expect(
      quoted("it`s")
        .map((p) => p.text)
        .join(""),
    ).toBe("its");
  });
});
