/** What the page says: messages with arguments, from the file of the reader's language, or else in English. */
import { FluentBundle, type FluentVariable } from "@fluent/bundle";
import english, { type Read } from "./en.ftl";
import { fileOf, languages, pick, PSEUDO, wantedLanguages } from "./language";
import type { Messages } from "./messages";
import { accented, bracketed } from "./pseudo";

export type MessageId = keyof Messages;
/** The arguments that a message wants, if it wants any. */
export type Arguments<K extends MessageId> = Messages[K] extends Record<string, never> ? [] : [Messages[K]];

let now = "en";
let bundles = [read("en", english)];

function read(language: string, messages: Read, transform?: (text: string) => string): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false, ...(transform && { transform }) });
  bundle.addResource({ body: messages.map(([id, value]) => ({ id, value, attributes: {} })) });
  return bundle;
}

/** The language that is spoken. */
export const language = (): string => now;

/** Speaks a language from now on; what it has no word for is said in English. */
export async function speak(to: string) {
  now = to;
  const messages = await fileOf(to);
  bundles =
    to === PSEUDO
      ? [read("en", english, accented)]
      : [...(messages === null ? [] : [read(to, messages)]), read("en", english)];
  if (typeof document !== "undefined") document.documentElement.lang = to;
}

/** Speaks the reader's own language. */
export const speakToReader = () => speak(pick(wantedLanguages(), languages()));

/** Says a message. */
export function t<K extends MessageId>(id: K, ...[given]: Arguments<K>): string {
  for (const b of bundles) {
    const pattern = b.getMessage(id)?.value;
    if (!pattern) continue;
    const says = b.formatPattern(pattern, given as Record<string, FluentVariable> | undefined, []);
    return now === PSEUDO ? bracketed(says) : says;
  }
  return id;
}

/** Several things one after the other: `a, b and c`. */
export function list(things: string[]): string {
  return new Intl.ListFormat(spoken(), { type: "conjunction" }).format(things);
}

/** The locale for numbers and times. */
function spoken(): string {
  return now === PSEUDO ? "en" : now;
}

export function time(at: Date): string {
  return at.toLocaleTimeString(spoken(), { hour: "2-digit", minute: "2-digit" });
}

export function day(at: Date): string {
  const parts = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  return at.toLocaleString(spoken(), parts);
}

function number(n: number): string {
  return new Intl.NumberFormat(spoken(), { maximumFractionDigits: 2 }).format(n);
}

/** A value of a ruling as a person reads it. */
export function plainValue(v: unknown): string {
  if (typeof v === "boolean") return v ? t("yes") : t("no");
  return typeof v === "number" ? number(v) : v === null ? "–" : String(v).replaceAll("_", " ");
}

/** A sentence with names from a file in it, which a program's log would set between backticks. */
export function quoted(says: string): string {
  return says.replaceAll(/`([^`]*)`/g, "“$1”");
}

/** What went wrong, in words. */
export function why(e: unknown): string {
  return e instanceof Error && e.message ? e.message : t("failed");
}
