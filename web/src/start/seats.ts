import { ask } from "../lib/api";
import { claim } from "../lib/claim";
import type { Spectators } from "../types/Spectators";

export type Player = "person" | "quick" | "steady" | "random";
export type SeatName = "A" | "B" | "umpire" | "spectator";
/** A seat of a battle just begun. Computers have no token; where others sit too there is a link, by which the seat is claimed. */
export type Made = { seat: SeatName; by: Player; name: string; token?: string; link?: string };
export type Begun = { title: string; seats: Made[] };

/** A battle to be begun. */
export type Plan = {
  book: string;
  scenario: string | { name: string; text: string };
  seats: { A: Player; B: Player };
  umpire: boolean;
  /** The players roll real dice. */
  own_dice?: boolean;
  spectators: Spectators;
};

/** A seat this browser holds the secret of. Seats of one battle have the same `at`. */
export type Held = {
  token: string;
  title: string;
  book: string;
  seat: SeatName;
  side: string;
  at: number;
  /** Somebody else's: kept only so that whoever made the battle finds its link again. */
  given?: boolean;
};

const KEY = "vedette.seats";
const MOST = 200;

/** The seats this browser holds, newest first. What is unreadable there counts as nothing. */
export function held(): Held[] {
  try {
    const read = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    if (!Array.isArray(read)) return [];
    return read.filter(
      (h): h is Held => typeof h === "object" && h !== null && typeof (h as Held).token === "string",
    );
  } catch {
    return [];
  }
}

function write(all: Held[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays: the links are on the page.
  }
}

/** Keeps seats among mine. */
export function hold(seats: Held[]) {
  const tokens = new Set(seats.map((s) => s.token));
  write([...seats, ...held().filter((h) => !tokens.has(h.token))]);
}

/** Keeps the seats of a battle that was made here: mine to play, the others' to be sent. Says which are mine. */
export function holdAll(b: Begun, book: string, mine: (seat: SeatName) => boolean): string[] {
  const at = Date.now();
  const all = b.seats.flatMap((s): Held[] => {
    if (!s.token) return [];
    const held = { token: s.token, title: b.title, book, seat: s.seat, side: s.name, at };
    return [mine(s.seat) ? held : { ...held, given: true }];
  });
  hold(all);
  return all.filter((h) => !h.given).map((h) => h.token);
}

export function forget(tokens: string[]) {
  write(held().filter((h) => !tokens.includes(h.token)));
}

export function begin(plan: Plan): Promise<Begun> {
  return ask<Begun>("/api/battles", { body: plan });
}

/** Claims the seats that are mine; of the others the links are what is sent to people. */
export async function sit(b: Begun, mine: (seat: string) => boolean): Promise<Begun> {
  const seats = b.seats.map(async (s) =>
    s.link === undefined ? s : { ...s, token: mine(s.seat) ? await claim(s.link) : s.link },
  );
  return { ...b, seats: await Promise.all(seats) };
}

/** What a battle file says of itself, as far as it can be read here. */
export function bookOfFile(text: string): string {
  try {
    const f = JSON.parse(text) as { book?: unknown };
    return typeof f.book === "string" ? f.book : "";
  } catch {
    return "";
  }
}

/** Where a seat is played from. The token stands behind the hash, which no browser sends to a server. */
export function seatLink(seat: SeatName, token: string): string {
  return `${seat === "spectator" ? "/watch" : "/play"}#${token}`;
}
