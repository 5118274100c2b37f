import type { Proof } from "../types/Proof";
import { fresh } from "../lib/claim";
import { sha256 } from "./sha256";

/** What this browser saw and said of the dice of a battle before it began, by the secret of its seat. */
interface Kept {
  /** The seal that it saw first. */
  seal: string;
  /** The part of the seed that it gave. */
  part?: string;
}

const KEY = "vedette.seals";

function all(): Record<string, Kept> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof read === "object" && read !== null ? (read as Record<string, Kept>) : {};
  } catch {
    return {};
  }
}

function keep(token: string, kept: Kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [token]: kept }));
  } catch {
    // Then there is nothing to compare with at the end, and nothing is said.
  }
}

/** The first seal that is seen of a battle is remembered. */
export function seen(token: string, seal: string) {
  if (seal !== "" && !all()[token]) keep(token, { seal });
}

/** This seat's part of the seed: the same if it is asked for again. */
export function part(token: string, seal: string): string {
  seen(token, seal);
  const kept = all()[token] ?? { seal };
  const part = kept.part ?? fresh();
  keep(token, { ...kept, part });
  return part;
}

/** The seal of what a proof says, worked out here. */
export function sealed(p: Proof): string {
  const bound = ["vedette seed", ...(p.salt === "" ? [] : [p.salt]), p.host].join(": ");
  const how = p.by_hand ? "by hand" : "by chance";
  return sha256(["vedette seal", p.book, p.seating, p.scenario, how, sha256(bound), ""].join("\n"));
}

/** What the end of a battle shows of its dice: the message that says it. */
export type Shown =
  | "dice-by-hand"
  | "dice-own-parts"
  | "dice-host-alone"
  | "dice-other-seal"
  | "dice-other-part"
  | "dice-unseen";

/** Compares what was seen and said at the beginning with what is told at the end. */
export function compare(token: string, seat: string, p: Proof): Shown {
  const kept = all()[token];
  if (sealed(p) !== p.seal || (kept && kept.seal !== p.seal)) return "dice-other-seal";
  if (p.by_hand) return "dice-by-hand";
  if (kept?.part !== undefined && p.parts[seat] !== kept.part) return "dice-other-part";
  if (!kept) return "dice-unseen";
  return kept.part === undefined ? "dice-host-alone" : "dice-own-parts";
}
