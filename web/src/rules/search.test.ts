import { expect, it } from "vitest";
import { fold, Index, marked, pieces, stem } from "./search";
import { BookText, type Kind } from "./text";

const book = new BookText("test", {
  clauses: [
    {
      id: "01.1",
      title: "Turns",
      topic: "turn",
      kind: "engine",
      says: "Both sides act at once; see 02.1.",
      see: ["02.1"],
    },
    {
      id: "02.1",
      title: "Infantry chain",
      topic: "formation",
      kind: "engine",
      says: "A chain is thin. Table XV.",
      see: ["table XV"],
    },
    {
      id: "02.1.a",
      title: "Valour",
      topic: "morale",
      kind: "advice",
      says: "Brave men in a chain.",
      see: [],
    },
  ],
  tables: [
    { id: "XV", title: "Morale", clause: "02.1.a", columns: ["what", "n"], rows: [["cover", 1]], notes: "" },
  ],
  words: [{ original: "Skyttekæde", english: "chain", means: "a thin line of skirmishers" }],
  readings: [
    {
      id: "twice",
      clause: "02.1",
      question: "Twice?",
      default: "no",
      options: [{ id: "no", says: "Never." }],
    },
  ],
});
const index = new Index(book);
const all: ReadonlySet<Kind> = new Set();
const ids = (q: string, kinds = all) => index.find(q, kinds).clauses.map((c) => c.id);

it("finds a clause by its id first", () => {
  expect(ids("02.1")[0]).toBe("02.1");
  expect(ids("02.1.a")).toEqual(["02.1.a"]);
});

it("wants every word, in any order and any letters", () => {
  expect(ids("thin CHAIN")).toEqual(["02.1"]);
  expect(ids("chain cavalry")).toEqual([]);
  expect(ids("  ")).toEqual(["01.1", "02.1", "02.1.a"]);
});

it("goes from the book's own word to the clauses that use its English", () => {
  for (const q of ["skyttekæde", "skyttekaede", "SKYTTE"]) expect(ids(q)).toEqual(["02.1", "02.1.a"]);
  expect(index.find("skyttekæde", all).words).toHaveLength(1);
});

it("keeps to the kinds asked for", () => {
  expect(ids("chain", new Set<Kind>(["advice"]))).toEqual(["02.1.a"]);
});

it("cuts text where it names a clause and where words are found", () => {
  expect(pieces("See 02.1, not 02.9.", book, "")).toEqual([
    { text: "See " },
    { text: "02.1", to: "02.1" },
    { text: ", not 02.9." },
  ]);
  expect(marked("En skyttekæde", "KAEDE")).toEqual([{ text: "En skytte" }, { text: "kæde", found: true }]);
  expect(
    marked("<b>bold</b>", "bold")
      .map((p) => p.text)
      .join(""),
  ).toBe("<b>bold</b>");
});

it("folds letters and knows the way back", () => {
  expect(fold("Kæde Å")).toEqual({ text: "kaede a", at: [0, 1, 1, 2, 3, 4, 5] });
});

it("knows who names whom", () => {
  expect(book.seenFrom.get("02.1")).toEqual(["01.1"]);
  expect(book.chapters().map((c) => c.key)).toEqual(["01", "02"]);
});

it("finds words by their stems", () => {
  expect(stem("charging")).toBe("charg");
  expect(stem("charged")).toBe("charg");
  expect(stem("stopped")).toBe("stop");
  expect(stem("recoils")).toBe("recoil");
  // Too little would be left, or it is no word.
  expect(stem("ties")).toBe("ties");
  expect(stem("use")).toBe("use");
  expect(stem("02.1")).toBe("02.1");
  expect(ids("acting turned")).toEqual(["01.1"]);
  expect(ids("chained")).toEqual(["02.1", "02.1.a"]);
  expect(marked("Men charge.", "charging")).toContainEqual({ text: "charg", found: true });
});
