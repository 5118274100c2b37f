import { beforeEach, expect, test, vi } from "vitest";
import { claim, fresh, isLink } from "./claim";

const link = `L${"x".repeat(43)}`;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => kept.set(k, v),
  });
});

/** What is sent, with replies that come or do not. */
function server(...replies: (number | null)[]) {
  const sent: { link: string; secret: string }[] = [];
  vi.stubGlobal("fetch", (_path: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body));
    const status = replies.shift() ?? 200;
    if (status === 0) return Promise.reject(new TypeError("away"));
    const body = status === 200 ? { seat: "A" } : { error: { reason: "no", code: "claimed" } };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return sent;
}

test("a secret is 32 bytes as base64url, and another each time", () => {
  const made = Array.from({ length: 50 }, fresh);
  expect(new Set(made).size).toBe(50);
  for (const s of made) expect(s).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test("a link is told from a secret", () => {
  expect(isLink(link)).toBe(true);
  for (const s of [fresh(), "", link.slice(1), `${link}x`, `M${link.slice(1)}`])
    expect(isLink(s)).toBe(false);
});

test("a claim whose reply is lost is sent again with the same secret", async () => {
  const sent = server(0, 200);
  await expect(claim(link)).rejects.toThrow();
  const secret = await claim(link);
  expect(sent).toEqual([
    { link, secret },
    { link, secret },
  ]);
});

test("a seat that somebody else has claimed is not had", async () => {
  server(409);
  await expect(claim(link)).rejects.toMatchObject({ status: 409, code: "claimed" });
});
