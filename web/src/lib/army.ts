/** An army as its file has it: what the page edits, and everything else as it was written. */

export type Value = string | number | boolean | Value[] | { [key: string]: Value };
export type Table = { [key: string]: Value };

export interface Unit extends Table {
  code: string;
  kind: string;
}
export interface Brigade extends Table {
  code: string;
  unit: Unit[];
}
export interface Army extends Table {
  book: string;
  title: string;
  nation: string;
  year: number;
  brigade: Brigade[];
}

/** Keys that come first, in the order in which a person reads them. */
const ORDER = [
  "book",
  "title",
  "nation",
  "year",
  "points",
  "commander",
  "code",
  "name",
  "general",
  "kind",
  "companies",
  "figures",
];

const isTable = (v: Value): v is Table => typeof v === "object" && !Array.isArray(v);
const areTables = (v: Value): v is Table[] => Array.isArray(v) && v.length > 0 && v.every(isTable);

function place(key: string): number {
  const n = ORDER.indexOf(key);
  return n < 0 ? ORDER.length : n;
}

/** A key that needs no quotes, or one in quotes. */
const name = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

/** Text as TOML has it: what JSON escapes TOML reads, but for the delete sign. */
const text = (s: string): string => JSON.stringify(s).replaceAll("\u007f", "\\u007f");

function plain(v: Value): string {
  if (typeof v === "string") return text(v);
  if (Array.isArray(v)) return `[${v.map(plain).join(", ")}]`;
  if (typeof v === "object") {
    const inner = Object.entries(v).map(([k, x]) => `${name(k)} = ${plain(x)}`);
    return inner.length === 0 ? "{}" : `{ ${inner.join(", ")} }`;
  }
  return String(v);
}

/** Lists of tables that stand as `[[…]]`; others stand in the line of their key. */
const OWN = ["brigade", "unit"];

function table(t: Table, at: string[], out: string[]) {
  const keys = Object.keys(t).sort((a, b) => place(a) - place(b));
  const later: string[] = [];
  for (const key of keys) {
    const v = t[key]!;
    if (v === "" || (Array.isArray(v) && v.length === 0)) continue;
    if ((areTables(v) && OWN.includes(key)) || isTable(v)) later.push(key);
    else out.push(`${name(key)} = ${plain(v)}`);
  }
  for (const key of later) {
    const v = t[key]!;
    const path = [...at, name(key)];
    for (const one of areTables(v) ? v : [v as Table]) {
      out.push("", areTables(v) ? `[[${path.join(".")}]]` : `[${path.join(".")}]`);
      table(one, path, out);
    }
  }
}

/** The army as a file. */
export function written(army: Army): string {
  const out: string[] = [];
  table(army, [], out);
  return out.join("\n") + "\n";
}

const words = (v: unknown): string => (typeof v === "string" ? v : "");
const tables = (v: unknown): Table[] =>
  Array.isArray(v) ? v.filter((x): x is Table => isTable(x as Value)) : [];

/** What the server has read of a file, with everything that the page needs there. */
export function read(data: unknown, book: string): Army {
  const d = (typeof data === "object" && data !== null ? data : {}) as Table;
  return {
    ...d,
    book: words(d.book) || book,
    title: words(d.title),
    nation: words(d.nation),
    year: typeof d.year === "number" ? d.year : 1809,
    brigade: tables(d.brigade).map((b) => ({
      ...b,
      code: words(b.code),
      unit: tables(b.unit).map((u) => ({ ...u, code: words(u.code), kind: words(u.kind) })),
    })),
  };
}

/** A code that nobody has yet: `1B`, `2B`; `1.1`, `1.2`. */
export function freeCode(taken: string[], of: (n: number) => string): string {
  for (let n = 1; ; n++) if (!taken.includes(of(n))) return of(n);
}

/** Every code in an army. */
export function codes(army: Army): string[] {
  return army.brigade.flatMap((b) => [b.code, ...b.unit.map((u) => u.code)]);
}
