/** The languages there are: one for each file here, English, and one that is made of English to show what was left behind. */
import type { Read } from "./en.ftl";

const FILES = import.meta.glob<Read>(["./*.ftl", "!./en.ftl"], { import: "default" });

/** English with accents between brackets: whatever is not so on a page was not said by a message. */
export const PSEUDO = "en-XA";
const KEY = "vedette.lang";

const named = (file: string) => file.slice(2, -4);

/** The languages that can be chosen. */
export const languages = (): string[] => ["en", ...Object.keys(FILES).map(named), PSEUDO];

/** The messages of a language's file; none for English, which is always at hand. */
export async function fileOf(language: string): Promise<Read | null> {
  const found = Object.entries(FILES).find(([f]) => named(f) === language);
  return found ? found[1]() : null;
}

/** The first of the wanted languages that is there, by its whole name or by its first part. */
export function pick(wanted: readonly string[], there: readonly string[]): string {
  for (const w of wanted) {
    const low = w.toLowerCase();
    const found = there.find((l) => l.toLowerCase() === low) ?? there.find((l) => l === low.split("-")[0]);
    if (found) return found;
  }
  return "en";
}

/** What the address asks for (`?lang=da`), which is remembered; else what was remembered; else what the browser speaks. */
export function wantedLanguages(): string[] {
  const asked = new URLSearchParams(location.search).get("lang");
  try {
    if (asked) localStorage.setItem(KEY, asked);
    const kept = localStorage.getItem(KEY);
    if (kept) return [kept, ...navigator.languages];
  } catch {
    // It is asked for in each address, then.
  }
  return asked ? [asked, ...navigator.languages] : [...navigator.languages];
}
