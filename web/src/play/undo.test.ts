import { expect, it } from "vitest";
import { amend, begin, now, push, redo, undo } from "./undo";

it("goes back and forth, and forgets what was undone when something new is done", () => {
  let s = push(push(begin("blank"), "one"), "two");
  s = undo(s);
  expect(now(s)).toBe("one");
  expect(now(redo(s))).toBe("two");
  s = push(s, "other");
  expect(now(redo(s))).toBe("other");
  expect(now(undo(undo(undo(s))))).toBe("blank");
});

it("amends the step that holds without making one of it", () => {
  const s = amend(push(begin("blank"), "one"), "one, seen otherwise");
  expect(now(s)).toBe("one, seen otherwise");
  expect(now(undo(s))).toBe("blank");
});

it("keeps the last steps of many", () => {
  let s = begin(0);
  for (let i = 1; i <= 500; i++) s = push(s, i);
  expect(s.all.length).toBe(200);
  expect(now(s)).toBe(500);
});
