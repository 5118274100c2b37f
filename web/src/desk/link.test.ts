import { expect, it } from "vitest";
import { readLink, writeLink } from "./link";

it("brings back what was written, in any letters", () => {
  const laid = { situation: { name: "Skyttekæde <b>", n: [1, { a: null }] }, dice: [6, 1] };
  expect(readLink(writeLink(laid))).toEqual(laid);
  expect(writeLink(laid)).toMatch(/^[\w-]+$/);
});

it("reads nothing from what is none of ours", () => {
  for (const bad of ["", "%", "AAAA", btoa("[1]"), btoa("[[1]]"), btoa("{}"), "x".repeat(20_001)]) {
    expect(readLink(bad)).toBeNull();
  }
  expect(readLink(btoa('[{},[7,0,-1,"6",2.5,300]]'))).toEqual({ situation: {}, dice: [7] });
});
