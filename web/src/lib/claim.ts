import { ask } from "./api";

/** The secrets that this browser has made for links, by link: if a reply is lost, the same is sent again. */
const KEY = "vedette.claims";

function made(): Record<string, string> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof read === "object" && read !== null ? (read as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** 32 random bytes as base64url. */
export function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const plain = btoa(String.fromCharCode(...bytes));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Claims the seat of a link, once, with a secret that nobody else knows; the link is dead from then on. The secret. */
export async function claim(link: string): Promise<string> {
  const all = made();
  const secret = all[link] ?? fresh();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [link]: secret }));
  } catch {
    // Then it cannot be sent again if the reply is lost.
  }
  await ask("/api/claim", { body: { link, secret } });
  return secret;
}

/** Is it a link to a seat, and no seat's secret? */
export const isLink = (token: string): boolean => /^L.{43}$/.test(token);
