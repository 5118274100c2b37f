import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Moment } from "../types/Moment";
import { Film } from "./film";
import { Herald } from "./herald.svelte";

const moment = (says: string, great = false): Moment => ({
  turn: 1,
  clock: null,
  told: [{ event: 1, kind: "x", says, more: [], clause: "", pieces: [], milestone: false, great }],
  pieces: [],
  shifts: [],
  gone: [],
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the herald", () => {
  it("announces a great event once it is seen, also when it was passed over, and lets it go", () => {
    const film = new Film();
    film.add(0, [moment("old", true), moment("small"), moment("a general falls", true), moment("small")]);
    const herald = new Herald(film);
    const says = () => herald.great.map((t) => t.says);
    herald.see(0);
    expect(says()).toEqual([]);
    herald.see(1);
    expect(says()).toEqual([]);
    herald.see(3);
    expect(says()).toEqual(["a general falls"]);
    vi.advanceTimersByTime(10_000);
    expect(says()).toEqual([]);
    // Played again it is announced again.
    herald.see(1);
    herald.see(2);
    expect(says()).toEqual(["a general falls"]);
    herald.close();
  });
});
