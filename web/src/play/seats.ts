/** The seats this browser holds. */
import type { Spectators } from "../types/Spectators";
import { t } from "../words";

export interface HeldSeat {
  token: string;
  title: string;
  book: string;
  /** `A`, `B`, `umpire` or `spectator`. */
  seat: string;
  /** Its name in words. */
  side: string;
  /** When it was handed out; seats of one battle have the same. */
  at: number;
  /** Somebody else's: kept only so that whoever made the battle finds its link again. */
  given?: boolean;
}

const KEY = "vedette.seats";

export function heldSeats(): HeldSeat[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all)
      ? all.filter((x): x is HeldSeat => typeof x === "object" && x !== null && typeof x.token === "string")
      : [];
  } catch {
    return [];
  }
}

/** How many turns behind spectators follow; 0 where they see the battle at once, afterwards or never. */
export const behind = (spectators: Spectators): number =>
  typeof spectators === "object" ? spectators.behind : 0;

/** Remembers a seat that was opened by its link. */
export function holdSeat(seat: HeldSeat) {
  const all = heldSeats();
  const known = all.find((s) => s.token === seat.token);
  if (known && !known.given) return;
  // Whoever sits down in a seat that he was to send on has taken it himself.
  const mine = known ? { ...known, given: false } : seat;
  const others = all.filter((s) => s.token !== seat.token);
  try {
    localStorage.setItem(KEY, JSON.stringify([mine, ...others].slice(0, 200)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The other seats of the same battle that this browser holds. */
export function besides(token: string): HeldSeat[] {
  const all = heldSeats();
  const mine = all.find((s) => s.token === token);
  if (!mine) return [];
  return all.filter((s) => s.at === mine.at && s.title === mine.title && s.token !== token && !s.given);
}

/** The token and the moment in what stands after the hash: `TOKEN&m=12`. */
export function readHash(hash: string): { token: string; moment: number | null } {
  const [token = "", ...rest] = hash.split("&");
  const m = rest.find((r) => r.startsWith("m="))?.slice(2);
  const n = m === undefined ? NaN : Number(m);
  return { token, moment: Number.isInteger(n) && n >= 0 ? n : null };
}

const seenKey = (token: string) => `vedette.seen.${token.slice(0, 16)}`;

/** The moment of the film up to which it was seen from a seat in this tab; `NaN` if it was not. */
export function seenUpTo(token: string): number {
  return Number(sessionStorage.getItem(seenKey(token)) ?? NaN);
}

export function keepSeen(token: string, moment: number) {
  try {
    sessionStorage.setItem(seenKey(token), String(moment));
  } catch {
    // Then it is played from now on next time.
  }
}

/** What a seat is called at this table. */
export function seatName(seat: string, sides: string[]): string {
  return (seat === "A" ? sides[0] : seat === "B" ? sides[1] : undefined) ?? t("seat", { seat });
}
