import { ask } from "./api";

/** A scenario that is in the program. */
export type Scenario = {
  name: string;
  title: string;
  lines: string[];
  briefing: string;
  /** The names of the sides, A's first. */
  sides: string[];
  measured: boolean;
};
/** A rule book that is in the program. */
export type Book = {
  id: string;
  title: string;
  about: string;
  scenarios: Scenario[];
  /** Whoever owns tables that the book does not print may type them in. */
  own_sheet?: boolean;
};

let asked: Promise<Book[]> | null = null;

/** The books that are in; asked of the server once. */
export function books(): Promise<Book[]> {
  asked ??= ask<Book[]>("/api/books").catch((e: unknown) => {
    asked = null;
    throw e;
  });
  return asked;
}
