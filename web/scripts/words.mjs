// Makes the types of the page's messages from src/words/en.ftl, and checks the other languages against it: what is used and not
// there, or given an argument too many or too few, does not compile.
import { parse } from "@fluent/syntax";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../src/words");
const CATEGORIES = new Set(["zero", "one", "two", "few", "many", "other"]);

/** The arguments of each message of a file, each with its TypeScript type. */
function read(file) {
  const wrong = [];
  const messages = new Map();
  for (const entry of parse(readFileSync(join(folder, file), "utf8"), {}).body) {
    if (entry.type === "Junk")
      wrong.push(`${entry.annotations[0]?.message ?? "not Fluent"}: ${entry.content.trim()}`);
    if (entry.type !== "Message") continue;
    const id = entry.id.name;
    if (messages.has(id)) wrong.push(`${id} is there twice`);
    if (!entry.value || entry.attributes.length > 0) wrong.push(`${id} must be a plain text`);
    const args = new Map();
    walk(entry, (node) => {
      if (node.type === "MessageReference") wrong.push(`${id} refers to ${node.id.name}: use a term`);
      const variable = (e) => (e?.type === "VariableReference" ? e.id.name : null);
      if (node.type === "VariableReference" && !args.has(node.id.name))
        args.set(node.id.name, "string | number");
      if (node.type === "FunctionReference") {
        const name = variable(node.arguments.positional[0]);
        if (name) args.set(name, node.id.name === "DATETIME" ? "Date" : "number");
      }
      if (node.type === "SelectExpression") {
        const name = variable(node.selector);
        const keys = node.variants.map((v) => (v.key.type === "NumberLiteral" ? "one" : v.key.name));
        if (name)
          args.set(name, keys.every((k) => CATEGORIES.has(k)) && keys.length > 1 ? "number" : "string");
      }
    });
    messages.set(id, args);
  }
  return { messages, wrong };
}

function walk(node, see) {
  if (Array.isArray(node)) return node.forEach((n) => walk(n, see));
  if (!node || typeof node !== "object" || typeof node.type !== "string") return;
  see(node);
  // What is selected by comes last: its type is the one that counts.
  for (const [key, value] of Object.entries(node)) if (key !== "span") walk(value, see);
  if (node.type === "SelectExpression" || node.type === "FunctionReference") see(node);
}

const english = read("en.ftl");
const wrong = english.wrong.map((w) => `en.ftl: ${w}`);
for (const file of readdirSync(folder).filter((f) => f.endsWith(".ftl") && f !== "en.ftl")) {
  const other = read(file);
  wrong.push(...other.wrong.map((w) => `${file}: ${w}`));
  for (const [id, args] of other.messages) {
    const known = english.messages.get(id);
    if (!known) wrong.push(`${file}: ${id} is no message of en.ftl`);
    else for (const a of args.keys()) if (!known.has(a)) wrong.push(`${file}: ${id} has no argument $${a}`);
  }
}
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}

const lines = [...english.messages].map(([id, args]) => {
  const fields = [...args].map(([name, type]) => `${name}: ${type}`).join("; ");
  return `  "${id}": ${fields ? `{ ${fields} }` : "Record<string, never>"};`;
});
const made = `// Made from en.ftl by scripts/words.mjs.
/** Every message of the page, with its arguments. */
export interface Messages {
${lines.join("\n")}
}
`;
const at = join(folder, "messages.d.ts");
if (!existsSync(at) || readFileSync(at, "utf8") !== made) writeFileSync(at, made);
