import { test as base, expect, type Page } from "@playwright/test";
import { Server } from "./server";

/** Tests with a server of their worker's own. Whatever a page does, it must break no rule of its content security policy. */
export const test = base.extend<{ policed: void }, { server: Server }>({
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
  policed: [
    async ({ context }, use) => {
      const faults: string[] = [];
      const watch = (page: Page) => {
        page.on("console", (m) => {
          if (/content security policy/i.test(m.text())) faults.push(m.text());
        });
        page.on("pageerror", (e) => faults.push(e.stack ?? e.message));
      };
      context.pages().forEach(watch);
      context.on("page", watch);
      await use();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export const PHONE = { width: 390, height: 844 };

export type Seat = { seat: string; by: string; name: string; token?: string };

/** Begins a battle without the page. */
export async function begin(
  server: Server,
  plan: {
    book: string;
    scenario: unknown;
    seats: { A: string; B: string };
    umpire?: boolean;
    spectators?: string;
    seed?: string;
  },
): Promise<{ title: string; seats: Seat[]; token: (seat: string) => string }> {
  const r = await fetch(`${server.url}/api/battles`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ umpire: false, spectators: "none", ...plan }),
  });
  const text = await r.text();
  if (!r.ok) throw new Error(`no battle: ${r.status} ${text}`);
  const begun = JSON.parse(text) as { title: string; seats: Seat[] };
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
