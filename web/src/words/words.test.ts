import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { parse } from "svelte/compiler";
import ts from "typescript";
import { afterEach, describe, expect, it } from "vitest";
import { language, list, plainValue, speak, t, time } from ".";
import english from "./en.ftl";
import { languages, pick, PSEUDO } from "./language";
import { stressed } from "./rich";

const SOURCE = join(import.meta.dirname, "..");

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? files(join(folder, e.name)) : [join(folder, e.name)],
  );
}
const sources = files(SOURCE).filter(
  (f) => /\.(svelte|ts)$/.test(f) && !/\.(test|d)\.ts$/.test(f) && !f.includes("/types/"),
);

afterEach(() => speak("en"));

describe("messages", () => {
  it("are said with their arguments", () => {
    expect(t("turn", { turn: 3 })).toBe("Turn 3");
    expect(t("dice-needed", { count: 1 })).toMatch(/^One die/);
    expect(t("dice-needed", { count: 2 })).toMatch(/^2 dice/);
    expect(t("seat", { seat: "umpire" })).toBe("Umpire");
  });

  it("do not compile when they are not there, or with arguments too many or too few", () => {
    // Each of these lines is an error to the compiler; if one were not, that would be.
    const never: (() => string)[] = [
      // @ts-expect-error: no such message
      () => t("no-such-message"),
      // @ts-expect-error: an argument is missing
      () => t("turn"),
      // @ts-expect-error: another argument
      () => t("turn", { turns: 3 }),
      // @ts-expect-error: one too many
      () => t("turn", { turn: 3, more: 1 }),
      // @ts-expect-error: it wants none
      () => t("copy", { what: 1 }),
      // @ts-expect-error: it is counted
      () => t("dice-needed", { count: "two" }),
    ];
    expect(never).toHaveLength(6);
  });

  it("are all used", () => {
    const all = sources.map((f) => readFileSync(f, "utf8")).join("\n");
    const unused = english.map(([id]) => id).filter((id) => !all.includes(`"${id}"`));
    expect(unused).toEqual([]);
  });

  it("speak the pseudo-language everywhere, and leave what they are given as it is", async () => {
    await speak(PSEUDO);
    expect(language()).toBe(PSEUDO);
    expect(t("turn", { turn: "Cemetery Hill" })).toBe("⟦Ŧûŕñ Cemetery Hill⟧");
    const any = t as (id: string, args: object) => string;
    for (const [id] of english) {
      const says = any(id, { count: 2 });
      expect(says, id).toMatch(/^⟦.*⟧$/s);
      expect(says.replaceAll(/\{\$\w+\}|<[^>]*>/g, ""), id).not.toMatch(/[a-z]/i);
    }
  });

  it("fall back to English, and are chosen by what the reader speaks", async () => {
    await speak("xx");
    expect(t("copy")).toBe("Copy");
    expect(pick(["pl-PL", "da"], ["en", "da", "pl"])).toBe("pl");
    expect(pick(["fr", "en-GB"], ["en", "da"])).toBe("en");
    expect(pick(["fr"], ["en", "da"])).toBe("en");
    expect(pick(["en-xa"], languages())).toBe(PSEUDO);
  });

  it("write lists, times and values as people do", () => {
    expect(list(["Union", "Confederates"])).toBe("Union and Confederates");
    expect(time(new Date(2026, 1, 3, 14, 5))).toMatch(/02:05|14:05/);
    expect(plainValue(true)).toBe("yes");
    expect(plainValue("fall_back")).toBe("fall back");
    expect(plainValue(1234.5)).toBe("1,234.5");
  });

  it("are stressed where they say so, never where an argument does", () => {
    const say = (a: Record<string, unknown>) => `It is <b>${String(a.to)}</b>'s turn.`;
    expect(stressed({ to: "<b>x</b>" }, say)).toEqual([
      { text: "It is ", strong: false },
      { text: "<b>x</b>", strong: true },
      { text: "'s turn.", strong: false },
    ]);
  });
});

/** Attributes that are read to people. */
const READ = new Set([
  "title",
  "aria-label",
  "aria-description",
  "aria-valuetext",
  "placeholder",
  "alt",
  "label",
]);
/** A name of a key, a type or a method: nobody reads it. */
const NAMES =
  /^(Enter|Escape|Tab|Delete|Backspace|Home|End|Arrow(Up|Down|Left|Right)|Shift|Infinity|GET|POST|DELETE|Bearer )$/;

/** Does it look like something that people read: words, or a word that begins a sentence? */
function readable(text: string): boolean {
  const s = text.trim();
  if (NAMES.test(text) || NAMES.test(s)) return false;
  // Paths and lists of classes and coordinates are for the machine.
  if (
    /^[\w-]+(,? [\w-]+)*$/.test(s) &&
    s === s.toLowerCase() &&
    !/\b(the|a|an|of|to|is|and|it|this|you)\b/.test(s)
  )
    return false;
  return /^[A-Z][a-z]+/.test(s) || /\p{L}{2,},? \p{L}{2,}/u.test(s);
}

type Node = { type: string; [key: string]: unknown };
function walk(node: unknown, see: (n: Node) => boolean | void) {
  if (Array.isArray(node)) return node.forEach((n) => walk(n, see));
  if (!node || typeof node !== "object") return;
  const n = node as Node;
  if (typeof n.type === "string" && see(n) === false) return;
  for (const [k, v] of Object.entries(n)) if (k !== "parent" && k !== "metadata") walk(v, see);
}

/** What a component has of its own words. */
function inComponent(text: string): string[] {
  const found: string[] = [];
  const ast = parse(text, { modern: true }) as unknown as {
    fragment: unknown;
    instance: unknown;
    module: unknown;
  };
  walk(ast.fragment, (n) => {
    if (n.type === "StyleDirective") return false;
    if (n.type === "Attribute" && !READ.has(String(n.name))) {
      // Only what it computes may still be read: a class or a path is not.
      return Array.isArray(n.value) || n.value === true ? false : undefined;
    }
    if (n.type === "Text" && /\p{L}{2,}/u.test(String(n.data))) found.push(String(n.data));
    if (n.type === "Literal" && typeof n.value === "string" && readable(n.value)) found.push(n.value);
    if (n.type === "TemplateElement" && readable((n.value as { raw: string }).raw))
      found.push((n.value as { raw: string }).raw);
    return undefined;
  });
  for (const script of [ast.instance, ast.module])
    walk(script, (n) => {
      if (n.type === "ImportDeclaration") return false;
      if (n.type === "Literal" && typeof n.value === "string" && readable(n.value)) found.push(n.value);
      if (n.type === "TemplateElement" && readable((n.value as { raw: string }).raw))
        found.push((n.value as { raw: string }).raw);
      return undefined;
    });
  return found.map((f) => f.trim());
}

/** What a module has of its own words. */
function inModule(text: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  const see = (n: ts.Node) => {
    if (ts.isImportDeclaration(n)) return;
    if ((ts.isStringLiteralLike(n) || ts.isTemplateLiteralToken(n)) && readable(n.text))
      found.push(n.text.trim());
    ts.forEachChild(n, see);
  };
  see(file);
  return found;
}

describe("sources", () => {
  it("have no words of their own", () => {
    const left = sources.flatMap((f) => {
      const text = readFileSync(f, "utf8");
      return (extname(f) === ".svelte" ? inComponent(text) : inModule(text)).map(
        (w) => `${f.slice(SOURCE.length)}: ${w}`,
      );
    });
    expect(left).toEqual([]);
  });

  it("would be found out if they had", () => {
    expect(inComponent('<p title="Open it">Hello there</p>')).toEqual(["Open it", "Hello there"]);
    expect(inComponent('<p class="row wide">{x ? "Undo it" : `${n} more of them`}</p>')).toEqual([
      "Undo it",
      "more of them",
    ]);
    expect(inComponent('<script lang="ts">let s = "Nothing yet.";</script>')).toEqual(["Nothing yet."]);
    expect(inModule('throw new Error("It is late"); const d = "M0 0L3 4", k = "Enter";')).toEqual([
      "It is late",
    ]);
  });
});
