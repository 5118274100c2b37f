/** What a form asks for, read out of a JSON Schema. The page knows no rule: names, limits and choices are the server's. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Schema = { [key: string]: unknown };

export type Shape =
  | { is: "switch" }
  | { is: "number"; whole: boolean; least: number | null; greatest: number | null }
  | { is: "words" }
  | { is: "choice"; options: Option[] }
  | { is: "group"; fields: Field[] }
  | { is: "list"; item: Shape; says: string; least: number; most: number }
  /** One of several, each with facts of its own: `{"march": {...}}`, or just its name. */
  | { is: "variant"; options: Variant[] }
  /** May be left out. */
  | { is: "maybe"; of: Shape }
  /** Nothing the form can draw: typed as JSON. */
  | { is: "raw" };

export type Option = { value: Json; label: string; says: string };
export type Variant = { key: string; label: string; says: string; shape: Shape | null };
export type Field = {
  key: string;
  label: string;
  says: string;
  required: boolean;
  /** What holds when nothing is given. */
  missing: Json | undefined;
  shape: Shape;
};

const DEEPEST = 8;

/** The form of a situation. */
export function shapeOf(root: Schema): Shape {
  return read(root, root, 0).shape;
}

function read(s: Schema, root: Schema, depth: number): { shape: Shape; says: string } {
  const r = resolve(s, root);
  const says = prose(r.description);
  return { shape: depth > DEEPEST ? { is: "raw" } : shape(r, root, depth), says };
}

function shape(s: Schema, root: Schema, depth: number): Shape {
  const alternatives = (s.anyOf ?? s.oneOf) as Schema[] | undefined;
  if (alternatives) return oneOf(alternatives, root, depth);
  if ("const" in s) return { is: "choice", options: [option(s)] };
  if (Array.isArray(s.enum)) {
    const given = (s.enum as Json[]).filter((v) => v !== null);
    const of: Shape = { is: "choice", options: given.map((value) => option({ const: value })) };
    return given.length < s.enum.length ? { is: "maybe", of } : of;
  }
  if (Array.isArray(s.type)) {
    const types = (s.type as string[]).filter((t) => t !== "null");
    if (types.length !== 1) return { is: "raw" };
    const of = shape({ ...s, type: types[0] }, root, depth);
    return types.length < s.type.length ? { is: "maybe", of } : of;
  }
  switch (s.type) {
    case "boolean":
      return { is: "switch" };
    case "integer":
    case "number":
      return {
        is: "number",
        whole: s.type === "integer",
        least: limit(s.minimum ?? s.exclusiveMinimum),
        greatest: limit(s.maximum ?? s.exclusiveMaximum),
      };
    case "string":
      return { is: "words" };
    case "array": {
      if (!s.items || typeof s.items !== "object") return { is: "raw" };
      const item = read(s.items as Schema, root, depth + 1);
      const most = limit(s.maxItems);
      return {
        is: "list",
        item: item.shape,
        says: item.says,
        least: limit(s.minItems) ?? 0,
        most: most ?? 100,
      };
    }
    case "object":
      return group(s, root, depth);
    default:
      return s.properties ? group(s, root, depth) : { is: "raw" };
  }
}

function group(s: Schema, root: Schema, depth: number): Shape {
  const properties = (s.properties ?? {}) as Record<string, Schema>;
  const required = new Set((s.required ?? []) as string[]);
  return {
    is: "group",
    fields: Object.entries(properties).map(([key, p]) => {
      const f = read(p, root, depth + 1);
      return {
        key,
        label: spoken(key),
        // What a field says itself goes before what its type says.
        says: prose(p.description) || (p.$ref ? "" : f.says),
        required: required.has(key) && p.default === undefined,
        missing: p.default as Json | undefined,
        shape: f.shape,
      };
    }),
  };
}

function oneOf(all: Schema[], root: Schema, depth: number): Shape {
  const resolved = all.map((a) => resolve(a, root));
  const some = resolved.filter((a) => a.type !== "null" && a.const !== null);
  const wrap = (of: Shape): Shape => (some.length < resolved.length ? { is: "maybe", of } : of);
  if (some.length === 1 && some[0]) return wrap(shape(some[0], root, depth));
  const plain = some.every((a) => "const" in a || Array.isArray(a.enum));
  if (plain) return wrap({ is: "choice", options: some.flatMap(options) });
  const options_: Variant[] = [];
  for (const a of some) {
    if ("const" in a || Array.isArray(a.enum)) {
      for (const o of options(a)) {
        options_.push({ key: String(o.value), label: o.label, says: o.says, shape: null });
      }
      continue;
    }
    const [key, ...more] = Object.keys((a.properties ?? {}) as object);
    if (a.type !== "object" || key === undefined || more.length) return wrap({ is: "raw" });
    const inner = (a.properties as Record<string, Schema>)[key] ?? {};
    options_.push({
      key,
      label: spoken(key),
      says: prose(a.description),
      shape: read(inner, root, depth + 1).shape,
    });
  }
  return wrap({ is: "variant", options: options_ });
}

function options(a: Schema): Option[] {
  if ("const" in a) return [option(a)];
  return ((a.enum ?? []) as Json[]).map((value) => option({ const: value }));
}

function option(a: Schema): Option {
  const value = a.const as Json;
  return {
    value,
    label: typeof value === "string" ? lower(value) : String(value),
    says: prose(a.description),
  };
}

/** Follows references, keeping what is said beside them. */
function resolve(s: Schema, root: Schema): Schema {
  let now = s;
  for (let i = 0; i < DEEPEST && typeof now.$ref === "string"; i++) {
    const { $ref, ...beside } = now;
    let at: unknown = root;
    for (const part of ($ref as string).replace(/^#\/?/, "").split("/")) {
      const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
      at = typeof at === "object" && at !== null && Object.hasOwn(at, key) ? (at as Schema)[key] : undefined;
    }
    if (typeof at !== "object" || at === null) return {};
    now = { ...(at as Schema), ...beside };
  }
  return now;
}

function limit(v: unknown): number | null {
  return typeof v === "number" && Number.isFinite(v) ? v : null;
}

function lower(s: string): string {
  return s.replaceAll("_", " ");
}

/** A field's name as it is spoken. */
export function spoken(key: string): string {
  const s = key.replaceAll(/[_-]/g, " ");
  return s.charAt(0).toUpperCase() + s.slice(1);
}

/** A description without the marks of the code it was written in. */
export function prose(d: unknown): string {
  if (typeof d !== "string") return "";
  return d
    .replaceAll(/\[`(?:\w+::)*(\w+)`\]/g, (_, name: string) =>
      name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase(),
    )
    .replaceAll(/\s*\n\s*/g, " ");
}

/** Something to start from where the form needs a value and has none. */
export function blank(s: Shape): Json {
  switch (s.is) {
    case "switch":
      return false;
    case "number":
      return Math.min(Math.max(s.whole ? 1 : 10, s.least ?? -Infinity), s.greatest ?? Infinity);
    case "words":
      return "";
    case "choice":
      return s.options[0]?.value ?? null;
    case "group":
      return Object.fromEntries(s.fields.filter((f) => f.required).map((f) => [f.key, blank(f.shape)]));
    case "list":
      return Array.from({ length: s.least }, () => blank(s.item));
    case "variant": {
      const v = s.options[0];
      return v ? chosen(v) : null;
    }
    case "maybe":
      return null;
    case "raw":
      return null;
  }
}

/** The value of a variant when it is chosen. */
export function chosen(v: Variant): Json {
  return v.shape ? { [v.key]: blank(v.shape) } : v.key;
}

/** Which variant a value is. */
export function variantOf(options: Variant[], value: Json | undefined): Variant | undefined {
  if (typeof value === "string") return options.find((o) => o.key === value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const [key] = Object.keys(value);
  return options.find((o) => o.key === key);
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((x, i) => same(x, b[i]));
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((k) => Object.hasOwn(b, k) && same(a[k], b[k]));
}

/** The group with one field set; a field that says only what holds anyway is left out, so that links stay short. */
export function withField(value: Json | undefined, f: Field, to: Json | undefined): Json {
  const was = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const { [f.key]: _, ...rest } = was;
  if (to === undefined || (!f.required && f.missing !== undefined && same(to, f.missing))) return rest;
  return { ...rest, [f.key]: to };
}

/** Does a form show this field at once? What must be told, what the example tells, and what is told already. */
export function matters(f: Field, example: Json | undefined, value: Json | undefined): boolean {
  if (f.required) return true;
  const told = (v: Json | undefined): boolean =>
    Array.isArray(v) ? v.some(told) : typeof v === "object" && v !== null && Object.hasOwn(v, f.key);
  return told(example) || told(value);
}

/** The place of a field in a situation, as the server names it. */
export function place(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}
