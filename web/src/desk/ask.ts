import { ask, Refused } from "../lib/api";
import type { Shown } from "../types/Shown";
import type { Json, Schema } from "./schema";
import { t } from "../words";

export type Procedure = { name: string; title: string; schema: Schema; example: Json };
export type Judged = { says: string; ruling: Shown };
export type Outcome = { says: string; result: Json; weight: string; chance: number };
export type Odds = { outcomes: Outcome[]; ways: string };

const known = new Map<string, Promise<Procedure[]>>();

/** What can be judged by a book; asked of the server once. */
export function procedures(book: string): Promise<Procedure[]> {
  let p = known.get(book);
  if (!p) {
    p = ask<Procedure[]>(`/api/books/${encodeURIComponent(book)}/procedures`);
    p.catch(() => known.delete(book));
    known.set(book, p);
  }
  return p;
}

const at = (book: string, name: string) =>
  `/api/books/${encodeURIComponent(book)}/procedures/${encodeURIComponent(name)}`;

/** Judges by these dice; without any the server rolls. */
export function judge(book: string, name: string, situation: Json, dice: number[] | null): Promise<Judged> {
  return ask<Judged>(`${at(book, name)}/judge`, { body: { situation, dice } });
}

export function odds(book: string, name: string, situation: Json): Promise<Odds> {
  return ask<Odds>(`${at(book, name)}/odds`, { body: { situation } });
}

/** What the server's refusal of the dice tells: how many it wants at least. Nothing if the dice are not what is wrong. */
export function wanted(e: unknown): { least: number | null; says: string } | null {
  if (!(e instanceof Refused)) return null;
  const few = /too few dice.* at least (\d+)/.exec(e.message);
  if (few) return { least: Number(few[1]), says: e.message };
  const dice = e.field === "dice" || /^(too many dice|die \d+ shows)/.test(e.message);
  return dice ? { least: null, says: e.message } : null;
}

/** The field a refusal is about, as a form names it. */
export function fieldOf(e: Refused): { field: string; says: string } {
  const lacks = /missing field `([^`]+)`/.exec(e.message);
  // Where only the whole could be read, the message names the field first.
  const named = e.field ? null : /^([A-Za-z_][\w.[\]-]*): (.+)$/s.exec(e.message);
  const field = e.field ?? named?.[1] ?? "";
  const says = named?.[2] ?? e.message;
  if (!lacks?.[1] || field.endsWith(lacks[1])) return { field, says };
  return { field: field && field !== "." ? `${field}.${lacks[1]}` : lacks[1], says: t("field-needed") };
}
