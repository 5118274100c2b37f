import type { BookText, ClauseText, Kind, Reading, Table, Word } from "./text";

/** Text as it is searched: small letters without accents. `at` leads from each of its letters back to the text's own. */
export function fold(text: string): { text: string; at: number[] } {
  let out = "";
  const at: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i).toLowerCase();
    const plain = LETTERS[c] ?? c.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
    for (let k = 0; k < plain.length; k++) at.push(i);
    out += plain;
  }
  return { text: out, at };
}
const LETTERS: Record<string, string> = {
  æ: "ae",
  ø: "o",
  å: "a",
  ß: "ss",
  œ: "oe",
  ł: "l",
  "’": "'",
  "–": "-",
};
const plain = (s: string) => fold(s).text;

const ENDINGS = /(?:ations?|ingly|ings?|ies|ied|edly|ers?|ed|es|ly|s|e|y)$/;
/** A doubled letter before an ending: `stopped`, `running`. */
const DOUBLED = /([bdgmnprt])\1$/;

/** What is left of a word without its ending, so that `charging` finds `charge` and `charged`; short words are left alone. */
export function stem(word: string): string {
  const cut = word.replace(ENDINGS, "");
  if (cut.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const single = cut.replace(DOUBLED, "$1");
  return single.length < 3 ? cut : single;
}

export type Found = { clauses: ClauseText[]; tables: Table[]; words: Word[]; readings: Reading[] };

type Entry<T> = { of: T; id: string; title: string; all: string };

/** Everything of a book made ready to be searched. */
export class Index {
  private clauses: Entry<ClauseText>[];
  private tables: Entry<Table>[];
  private words: Entry<Word>[];
  private readings: Entry<Reading>[];

  constructor(book: BookText) {
    const t = book.text;
    const entry = <T>(of: T, id: string, title: string, rest: string): Entry<T> => ({
      of,
      id: plain(id),
      title: plain(title),
      all: plain(`${id} ${title} ${rest}`),
    });
    this.clauses = t.clauses.map((c) =>
      entry(c, c.id, c.title, `${c.topic} ${c.says} ${c.unclear ?? ""} ${c.see.join(" ")}`),
    );
    this.tables = t.tables.map((x) =>
      entry(x, x.id, x.title, `${x.clause} ${x.columns.join(" ")} ${x.rows.flat(2).join(" ")} ${x.notes}`),
    );
    this.words = t.words.map((w) => entry(w, "", `${w.original} ${w.english}`, w.means));
    this.readings = t.readings.map((r) =>
      entry(r, r.id, r.question, `${r.clause} ${r.options.map((o) => `${o.id} ${o.says}`).join(" ")}`),
    );
  }

  /** Everything in which all words of the query occur. The book's own words stand for their English too. */
  find(query: string, kinds: ReadonlySet<Kind>): Found {
    const asked = plain(query).split(/\s+/).filter(Boolean);
    const ways = asked.map((a) => [a, ...this.englishOf(a)]);
    const stems = asked.map(stem);
    const pick = <T>(all: Entry<T>[], keep: (t: T) => boolean = () => true): T[] => {
      const hits: { of: T; score: number; n: number }[] = [];
      all.forEach((e, n) => {
        if (!keep(e.of)) return;
        let score = 0;
        for (const [k, w] of ways.entries()) {
          const whole = Math.max(...w.map((x, i) => rank(e, x) - (i > 0 ? 1 : 0)));
          const s = Math.max(whole, begins(e, stems[k] ?? "") ? 2 : 0);
          if (s <= 0) return;
          score += s;
        }
        hits.push({ of: e.of, score, n });
      });
      if (asked.length) hits.sort((a, b) => b.score - a.score || a.n - b.n);
      return hits.map((h) => h.of);
    };
    return {
      clauses: pick(this.clauses, (c) => kinds.size === 0 || kinds.has(c.kind)),
      tables: pick(this.tables),
      words: pick(this.words),
      readings: pick(this.readings),
    };
  }

  private englishOf(asked: string): string[] {
    if (asked.length < 3) return [];
    const out: string[] = [];
    for (const w of this.words) {
      if (
        !plain(w.of.original)
          .split(/[\s,;/()]+/)
          .some((o) => o.startsWith(asked))
      )
        continue;
      for (const e of plain(w.of.english).split(/[,;/()]+/)) {
        if (e.trim().length > 2) out.push(e.trim());
      }
    }
    return out;
  }
}

/** How well an entry answers a word; 0 when it does not. */
function rank<T>(e: Entry<T>, word: string): number {
  if (e.id === word) return 100;
  if (e.id.startsWith(word)) return 40;
  if (e.title.startsWith(word)) return 22;
  if (e.title.includes(` ${word}`)) return 20;
  if (e.title.includes(word)) return 12;
  const i = e.all.indexOf(word);
  if (i < 0) return 0;
  return i === 0 || !/[a-z0-9]/.test(e.all.charAt(i - 1)) ? 6 : 3;
}

/** Does a word of the entry begin so? */
function begins<T>(e: Entry<T>, root: string): boolean {
  for (let i = e.all.indexOf(root); i >= 0; i = e.all.indexOf(root, i + 1))
    if (i === 0 || !/[a-z0-9]/.test(e.all.charAt(i - 1))) return true;
  return false;
}

/** A piece of text: plain, found by the search, or naming a clause or table. */
export type Piece = { text: string; found?: boolean; to?: string };

const NAME = /(?:table )?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*/g;

/** Cuts text where it names a clause or a table of the book, and where the searched words are. */
export function pieces(text: string, book: BookText, query: string): Piece[] {
  const out: Piece[] = [];
  let from = 0;
  for (const m of text.matchAll(NAME)) {
    const named = m[0];
    const table = named.startsWith("table ") && book.table.has(named.slice(6));
    if (!table && !(named.includes(".") && book.clause.has(named))) continue;
    out.push(...marked(text.slice(from, m.index), query), { text: named, to: named });
    from = m.index + named.length;
  }
  out.push(...marked(text.slice(from), query));
  return out;
}

/** Cuts text where the searched words are. */
export function marked(text: string, query: string): Piece[] {
  const asked = plain(query)
    .split(/\s+/)
    .filter((w) => w.length > 1);
  const words = [...new Set(asked.flatMap((w) => [w, stem(w)]))];
  if (text === "") return [];
  if (words.length === 0) return [{ text }];
  const f = fold(text);
  const hit = new Array<boolean>(text.length).fill(false);
  for (const w of words) {
    for (let i = f.text.indexOf(w); i >= 0; i = f.text.indexOf(w, i + w.length)) {
      for (let k = i; k < i + w.length; k++) hit[f.at[k] ?? 0] = true;
    }
  }
  const out: Piece[] = [];
  let from = 0;
  for (let i = 1; i <= text.length; i++) {
    if (i < text.length && hit[i] === hit[from]) continue;
    out.push(hit[from] ? { text: text.slice(from, i), found: true } : { text: text.slice(from, i) });
    from = i;
  }
  return out;
}
