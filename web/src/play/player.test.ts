import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Moment } from "../types/Moment";
import { Film } from "./film";
import { Player } from "./player.svelte";

const moment = (over: Partial<Moment> = {}): Moment => ({
  turn: 1,
  clock: null,
  told: [],
  pieces: [],
  shifts: [],
  gone: [],
  ...over,
});
const moves = moment({ shifts: [{ id: "a", at: { x: 1, y: 0, facing: 0 }, width: 1, depth: 1 }] });

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", () => 1);
  vi.stubGlobal("cancelAnimationFrame", () => {});
});
afterEach(() => vi.unstubAllGlobals());

describe("playback", () => {
  it("begins where something happens, not with what is only told", () => {
    const film = new Film();
    film.add(0, [moment()]);
    const player = new Player(film);
    player.extend(1);
    film.add(1, [moment(), moment(), moment(), moves, moment()]);
    player.extend(film.length);
    expect(player.playing).toBe(true);
    expect(player.pos).toBe(3);
  });

  it("passes over notices and the dice for points, and begins with what is done on the table", () => {
    const told = (over: object) =>
      moment({
        told: [
          {
            event: 1,
            kind: "x",
            says: "",
            more: [],
            clause: "",
            pieces: [],
            milestone: true,
            ruling: {
              procedure: "points",
              modifiers: [],
              reckoning: [],
              dice: [3],
              totals: [],
              result: null,
              clauses: [],
            },
            ...over,
          },
        ],
      });
    const film = new Film();
    film.add(0, [moment()]);
    const player = new Player(film);
    player.extend(1);
    film.add(1, [told({}), told({}), told({ deed: "fires" }), moves]);
    player.extend(film.length);
    expect(player.pos).toBe(2);
    expect(player.playing).toBe(true);
  });

  it("does not begin for words alone", () => {
    const film = new Film();
    film.add(0, [moment()]);
    const player = new Player(film);
    player.extend(1);
    film.add(1, [moment(), moment()]);
    player.extend(film.length);
    expect(player.playing).toBe(false);
    expect(player.pos).toBe(2);
  });
});
