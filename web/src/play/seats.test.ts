import { expect, it } from "vitest";
import { readHash } from "./seats";

it("reads the token and the moment behind the hash", () => {
  expect(readHash("abc_-9")).toEqual({ token: "abc_-9", moment: null });
  expect(readHash("abc&m=12")).toEqual({ token: "abc", moment: 12 });
  expect(readHash("abc&m=-1")).toEqual({ token: "abc", moment: null });
  expect(readHash("abc&m=<script>")).toEqual({ token: "abc", moment: null });
  expect(readHash("")).toEqual({ token: "", moment: null });
});
