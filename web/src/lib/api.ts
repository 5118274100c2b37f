import type { Code } from "../types/Code";
import type { Problem } from "../types/Problem";
import type { Wrong } from "../types/Wrong";
import { language, quoted, t } from "../words";

/** Why the server said no. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    reason: string,
    readonly clause: string | null = null,
    readonly field: string | null = null,
    /** Where the battle is now, if that is why. */
    readonly version: number | null = null,
    /** What kind of reason it is; nothing where the server did not say. */
    readonly code: Code | null = null,
    /** How many dice are wanted at least, if there were too few. */
    readonly least: number | null = null,
    /** Everything that is wrong with a scenario. */
    readonly mistakes: Wrong[] = [],
  ) {
    super(quoted(reason));
  }
}

/** Asks the server. `token` is the seat that asks. */
export async function ask<T>(
  path: string,
  given: {
    token?: string;
    body?: unknown;
    /** A body that is not JSON. */ text?: string;
    method?: string;
  } = {},
): Promise<T> {
  const headers: Record<string, string> = { "accept-language": language() };
  if (given.token) headers.authorization = `Bearer ${given.token}`;
  const init: RequestInit = { headers, method: given.method ?? (given.body === undefined ? "GET" : "POST") };
  if (given.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(given.body);
  } else if (given.text !== undefined) {
    headers["content-type"] = "text/plain";
    init.body = given.text;
  }
  let r: Response;
  try {
    r = await fetch(path, init);
  } catch {
    throw new Refused(0, t("server-away"));
  }
  const text = await r.text();
  let said: unknown = null;
  try {
    said = text === "" ? null : JSON.parse(text);
  } catch {
    if (r.ok) return text as T;
  }
  if (!r.ok) {
    const problem = said as Partial<Problem> | null;
    const e = problem?.error;
    throw new Refused(
      r.status,
      e?.reason ?? t("server-answered", { status: r.status }),
      e?.clause ?? null,
      e?.field ?? null,
      problem?.version ?? null,
      e?.code ?? null,
      e?.least ?? null,
      (e?.mistakes ?? []).map((m) => ({ ...m, says: quoted(m.says) })),
    );
  }
  return said as T;
}
