import { ask } from "../lib/api";
import type { Addresses } from "../types/Addresses";

/** Can only this computer call such an address? */
export const own = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** Where others can open a link: the address of this page if they can call it, then what the server knows of itself. */
export function reachable(here: URL, known: string[]): string[] {
  const all = own(here.hostname) ? known : [here.origin, ...known];
  return [...new Set(all)];
}

export const addresses = () => ask<Addresses>("/api/addresses");
