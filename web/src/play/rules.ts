/** The clauses' text, wherever it comes from: the server, or the page itself when it plays a battle back. */
import { getContext, setContext } from "svelte";
import { ask } from "../lib/api";

export interface Clause {
  title: string;
  says: string;
}

export interface Rules {
  book: string;
  /** Where the clause can be read in full; nowhere in a page without a server. */
  href(clause: string): string | null;
  read(clause: string): Promise<Clause | null>;
}

const cached = new Map<string, Promise<Map<string, Clause>>>();

function whole(book: string): Promise<Map<string, Clause>> {
  let text = cached.get(book);
  if (!text) {
    text = ask<{ clauses: { id: string; title: string; says: string }[] }>(`/api/books/${book}/rules`).then(
      (t) => new Map(t.clauses.map((c) => [c.id, { title: c.title, says: c.says }])),
    );
    text.catch(() => cached.delete(book));
    cached.set(book, text);
  }
  return text;
}

export function served(book: string): Rules {
  return {
    book,
    href: (c) => `/rules/${encodeURIComponent(book)}#${encodeURIComponent(c)}`,
    read: async (c) => (await whole(book)).get(c) ?? null,
  };
}

export function embedded(book: string, clauses: Record<string, Clause>): Rules {
  return { book, href: () => null, read: (c) => Promise.resolve(clauses[c] ?? null) };
}

const KEY = Symbol("rules");
export const provideRules = (r: () => Rules) => setContext(KEY, r);
export const useRules = () => getContext<() => Rules>(KEY);
