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

export async function odds(book: string, name: string, situation: Json): Promise<Odds> {
  return told(await ask<Odds>(`${at(book, name)}/odds`, { body: { situation } }));
}

/** For a reader: results that are told in the same words are one row, where the first of them stood. */
export function told(odds: Odds): Odds {
  const rows = new Map<string, Outcome>();
  for (const o of odds.outcomes) {
    const same = rows.get(o.says);
    if (!same) rows.set(o.says, { ...o });
    else {
      same.weight = String(BigInt(same.weight) + BigInt(o.weight));
      same.chance += o.chance;
    }
  }
  return { ...odds, outcomes: [...rows.values()] };
}

/** What the server's refusal of the dice tells: how many it wants at least. Nothing if the dice are not what is wrong. */
export function wanted(e: unknown): { least: number | null; says: string } | null {
  if (!(e instanceof Refused) || e.code !== "dice") return null;
  return { least: e.least, says: e.message };
}

/** The field a refusal is about, as a form names it. */
export function fieldOf(e: Refused): { field: string; says: string } {
  return { field: e.field ?? "", says: e.code === "missing" ? t("field-needed") : e.message };
}
