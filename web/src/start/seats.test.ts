import { expect, it } from "vitest";
import { bookOfFile, mistakes, seatLink } from "./seats";

it("reads the mistakes of a scenario line by line", () => {
  expect(
    mistakes(
      "mine.toml: 2 mistakes\n  line 3: there is no table (write [table])\n  01.05.1: a title is wanted",
    ),
  ).toEqual({
    headline: "mine.toml: 2 mistakes",
    list: [
      { line: 3, says: "there is no table (write [table])" },
      { line: null, says: "01.05.1: a title is wanted" },
    ],
  });
  expect(mistakes("not found")).toEqual({ headline: "not found", list: [] });
});

it("puts the secret behind the hash", () => {
  expect(seatLink("A", "abc")).toBe("/play#abc");
  expect(seatLink("spectator", "abc")).toBe("/watch#abc");
});

it("reads a file's book, or nothing", () => {
  expect(bookOfFile('{"book":"x"}')).toBe("x");
  expect(bookOfFile("{")).toBe("");
});
