import type { Json } from "./schema";

/** What the desk shows, so that a link can carry it. */
export type Laid = { situation: Json; dice: number[] };

/** Written into a link. */
export function writeLink(l: Laid): string {
  const text = JSON.stringify(l.dice.length ? [l.situation, l.dice] : [l.situation]);
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const b of bytes) binary += String.fromCharCode(b);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Read from a link; nothing if it is none of ours. */
export function readLink(text: string): Laid | null {
  if (text === "" || text.length > 20_000) return null;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const read = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
    if (!Array.isArray(read) || typeof read[0] !== "object" || read[0] === null || Array.isArray(read[0])) {
      return null;
    }
    const dice = Array.isArray(read[1]) ? (read[1] as unknown[]) : [];
    const good = (d: unknown): d is number => Number.isInteger(d) && (d as number) > 0 && (d as number) < 256;
    return { situation: read[0] as Json, dice: dice.filter(good).slice(0, 200) };
  } catch {
    return null;
  }
}
