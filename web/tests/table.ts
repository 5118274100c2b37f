import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect, type BrowserContext } from "@playwright/test";
import type { Prompts } from "../src/types/Prompts";
import type { Spectators } from "../src/types/Spectators";
import type { Standing } from "../src/types/Standing";
import { Server } from "./server";

/** What went wrong on any page of a test. */
export interface Faults {
  /** A fault that the test means to bring about: it must come, and is forgiven. */
  expected(like: RegExp): void;
  /** One that may come and does no harm: the browser notes every answer but 200 as an error. */
  borne(like: RegExp): void;
}

/**
 * Tests with a server of their worker's own. In whatever context a page is opened, a breach of its content security policy, an
 * error that nobody caught or an error on the console fails the test.
 */
export const test = base.extend<{ faults: Faults }, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  faults: [
    async ({ browser }, use) => {
      const faults: string[] = [];
      const expected: RegExp[] = [];
      const borne: RegExp[] = [];
      const watch = (context: BrowserContext) => {
        context.on("console", (m) => {
          if (m.type() === "error" || /content security policy/i.test(m.text()))
            faults.push(`${m.text()} (${m.location().url})`);
        });
        context.on("weberror", (e) => faults.push(e.error().stack ?? e.error().message));
      };
      browser.contexts().forEach(watch);
      // Playwright's own context comes by this door too.
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        watch(context);
        if (process.env.PAGE) await pageFrom(process.env.PAGE, context);
        return context;
      };
      await use({ expected: (like) => expected.push(like), borne: (like) => borne.push(like) });
      Reflect.deleteProperty(browser, "newContext");
      expect(faults.filter((f) => ![...expected, ...borne].some((like) => like.test(f)))).toEqual([]);
      for (const like of expected) expect(faults.join("\n"), "a fault that was to come").toMatch(like);
    },
    { auto: true },
  ],
});
export { expect };

/**
 * Shows the page as it was built into a folder (`PAGE=dist`) instead of the one inside the program, which then need not be built
 * anew while only the page changes.
 */
async function pageFrom(folder: string, context: BrowserContext) {
  const inside = (url: URL) => url.protocol === "http:" && !url.pathname.startsWith("/api/");
  await context.route(inside, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = /\.\w+$/.test(pathname) && existsSync(join(folder, pathname)) ? pathname : "index.html";
    const { "content-security-policy": policy = "" } = (await route.fetch({ method: "HEAD" })).headers();
    await route.fulfill({ path: join(folder, file), headers: { "content-security-policy": policy } });
  });
  await context.route("**/api/seat/page", async (route) => {
    const response = await route.fetch();
    const film = /<script type="application\/json" id="film">[\s\S]*?<\/script>/.exec(await response.text());
    const page = readFileSync(join(folder, "replay.html"), "utf8");
    await route.fulfill({ response, body: page.replace("<!--VEDETTE-FILM-->", () => film?.[0] ?? "") });
  });
}

/** A stroke that a rule refuses, or that is not asked for now. */
export const REFUSED = /status of 422 .*\/api\/seat\/sketch\)/;

export const PHONE = { width: 390, height: 844 };

export type Seat = { seat: string; by: string; name: string; token?: string; link?: string };

/** Begins a battle without the page. */
export async function begin(
  server: Server,
  plan: {
    book: string;
    scenario: unknown;
    seats: { A: string; B: string };
    umpire?: boolean;
    spectators?: Spectators;
    seed?: string;
  },
): Promise<{ title: string; seats: Seat[]; token: (seat: string) => string }> {
  const r = await fetch(`${server.url}/api/battles`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    // Of a seed that is set nobody is asked for his part.
    body: JSON.stringify({ umpire: false, spectators: "none", seed: crypto.randomUUID(), ...plan }),
  });
  const text = await r.text();
  if (!r.ok) throw new Error(`no battle: ${r.status} ${text}`);
  const begun = JSON.parse(text) as { title: string; seats: Seat[] };
  for (const s of begun.seats) {
    if (s.link === undefined) continue;
    // Any 43 characters are a secret.
    s.token = s.link.slice(1).split("").reverse().join("");
    await ask(server, "", "/api/claim", { link: s.link, secret: s.token });
    const players = s.seat === "A" || s.seat === "B";
    if (plan.spectators === "all" && players && s.by === "person")
      await ask(server, s.token, "/api/seat/consent", null);
  }
  return { ...begun, token: (s) => begun.seats.find((x) => x.seat === s)?.token ?? "" };
}

/** Asks with a seat. */
export async function ask<T>(server: Server, token: string, path: string, body?: unknown): Promise<T> {
  const r = await fetch(`${server.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await r.text();
  if (!r.ok) throw new Error(`${path}: ${r.status} ${text}`);
  return JSON.parse(text) as T;
}

/** One seat that is waited for takes a ready answer, without the page. `false` when the battle is over. */
export async function goOn(server: Server, seats: { token: (seat: string) => string }): Promise<boolean> {
  const watcher = seats.token("A") || seats.token("spectator");
  const s = await ask<Standing>(server, watcher, "/api/seat");
  if (s.ending) return false;
  const token = s.waits_for.map((w) => seats.token(w)).find((t) => t !== "");
  // A computer needs a moment.
  if (token === undefined) await new Promise((ok) => setTimeout(ok, 30));
  else {
    const { version, prompts } = await ask<Prompts>(server, token, "/api/seat/prompts");
    const asked = prompts.find((p) => !p.standing);
    const answer = (asked?.offers.find((o) => o.ends) ?? asked?.offers[0])?.answer ?? asked?.sketch?.answer;
    await ask(server, token, "/api/seat/answer", { key: `on ${version}`, version, answer });
  }
  return true;
}
