import { ask } from "../lib/api";
import { t } from "../words";

/** What software owes a clause. */
export type Kind = "engine" | "table" | "setup" | "umpire" | "physical" | "advice";

/** A clause as the ledger restates it. */
export type ClauseText = {
  id: string;
  title: string;
  topic: string;
  kind: Kind;
  says: string;
  see: string[];
  unclear?: string | null;
};
export type Cell = number | string | string[];
/** A table of the book as data. */
export type Table = {
  id: string;
  title: string;
  clause: string;
  columns: string[];
  rows: Cell[][];
  notes: string;
};
/** A term of art, in the book's own language and in English. */
export type Word = { original: string; english: string; means: string };
/** A choice made where the book is silent or contradicts itself. */
export type Reading = {
  id: string;
  clause: string;
  question: string;
  default: string;
  options: { id: string; says: string }[];
  range?: [number, number] | null;
  unit?: string | null;
};
export type RuleText = { clauses: ClauseText[]; tables: Table[]; words: Word[]; readings: Reading[] };

/** The kinds as a reader is told of them. */
let kinds: { kind: Kind; name: string; says: string }[] | null = null;
export const kindsInWords = () =>
  (kinds ??= [
    { kind: "engine", name: t("kind-engine"), says: t("kind-engine-says") },
    { kind: "table", name: t("kind-table"), says: t("kind-table-says") },
    { kind: "setup", name: t("kind-setup"), says: t("kind-setup-says") },
    { kind: "umpire", name: t("kind-umpire"), says: t("kind-umpire-says") },
    { kind: "physical", name: t("kind-physical"), says: t("kind-physical-says") },
    { kind: "advice", name: t("kind-advice"), says: t("kind-advice-says") },
  ]);

/** A book's text with everything that is looked up in it. */
export class BookText {
  readonly clause = new Map<string, ClauseText>();
  readonly table = new Map<string, Table>();
  readonly tablesOf = new Map<string, Table[]>();
  readonly readingsOf = new Map<string, Reading[]>();
  /** Clauses that name this one under "see". */
  readonly seenFrom = new Map<string, string[]>();

  constructor(
    readonly id: string,
    readonly text: RuleText,
  ) {
    for (const c of text.clauses) this.clause.set(c.id, c);
    for (const x of text.tables) {
      this.table.set(x.id, x);
      push(this.tablesOf, x.clause, x);
    }
    for (const r of text.readings) push(this.readingsOf, r.clause, r);
    for (const c of text.clauses) for (const s of c.see) push(this.seenFrom, s, c.id);
  }

  /** The clauses in the book's order, by the first part of their ids. */
  chapters(): Group[] {
    const by = new Map<string, ClauseText[]>();
    for (const c of this.text.clauses) push(by, c.id.split(".")[0] ?? "", c);
    return [...by].map(([key, clauses]) => ({ key, title: chapterTitle(key, clauses), clauses }));
  }

  /** The same clauses by what they are about. */
  topics(): Group[] {
    const by = new Map<string, ClauseText[]>();
    for (const c of this.text.clauses) push(by, c.topic, c);
    return [...by]
      .map(([key, clauses]) => ({ key, title: capital(key.replaceAll("-", " ")), clauses }))
      .sort((a, b) => a.title.localeCompare(b.title));
  }
}

export type Group = { key: string; title: string; clauses: ClauseText[] };

function push<K, V>(m: Map<K, V[]>, k: K, v: V) {
  const l = m.get(k);
  if (l) l.push(v);
  else m.set(k, [v]);
}

export function capital(s: string): string {
  return s.charAt(0).toUpperCase() + s.slice(1);
}

/** Numbered chapters have no name in the ledger: they are told by what most of their clauses are about. */
function chapterTitle(key: string, clauses: ClauseText[]): string {
  if (!/^([0-9]+|[IVXL]+)$/.test(key))
    return key === "dba" ? t("chapter-dba") : capital(key.replaceAll("-", " "));
  const counts = new Map<string, number>();
  for (const c of clauses) counts.set(c.topic, (counts.get(c.topic) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 2);
  const about = most.map(([topic]) => topic.replaceAll("-", " ")).join(", ");
  return `${/^[0-9]/.test(key) ? key : t("table", { id: key })} · ${about}`;
}

const books = new Map<string, Promise<BookText>>();

/** A book's text; asked of the server once. */
export function bookText(id: string): Promise<BookText> {
  let b = books.get(id);
  if (!b) {
    b = ask<RuleText>(`/api/books/${encodeURIComponent(id)}/rules`).then((text) => new BookText(id, text));
    // A failure is not kept: the next reader asks again.
    b.catch(() => books.delete(id));
    books.set(id, b);
  }
  return b;
}

/** Where a clause, or a table written as "table ID", is read. */
export function clauseLink(book: string, id: string): string {
  return id.startsWith("table ")
    ? `/rules/${book}/tables#${encodeURIComponent(id.slice(6))}`
    : `/rules/${book}#${encodeURIComponent(id)}`;
}
