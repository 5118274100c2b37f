import { expect, it } from "vitest";
import { bookOfFile, seatLink } from "./seats";

it("puts the secret behind the hash", () => {
  expect(seatLink("A", "abc")).toBe("/play#abc");
  expect(seatLink("spectator", "abc")).toBe("/watch#abc");
});

it("reads a file's book, or nothing", () => {
  expect(bookOfFile('{"book":"x"}')).toBe("x");
  expect(bookOfFile("{")).toBe("");
});
