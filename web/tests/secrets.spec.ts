import type { Page } from "@playwright/test";
import { Hand, smallBattle, type Standing } from "./hand";
import { ask, begin, expect, test } from "./table";

/** Keeps everything the network brings to a page. */
function overhear(page: Page): { heard: string[]; all: () => Promise<string[]> } {
  const heard: string[] = [];
  const pending: Promise<unknown>[] = [];
  page.on("response", (r) => {
    const headers = Object.entries(r.headers())
      .map(([k, v]) => `${k}: ${v}`)
      .join("\n");
    pending.push(
      r.text().then(
        (t) => heard.push(`${r.url()}\n${headers}\n${t}`),
        () => {},
      ),
    );
  });
  page.on("websocket", (ws) => {
    ws.on("framereceived", (f) => heard.push(String(f.payload)));
  });
  return {
    heard,
    all: async () => {
      await Promise.all(pending);
      return heard;
    },
  };
}

test("chakoten-acw: nothing that a seat's connections bring tells the enemy's orders, a range or the seed", async ({
  browser,
  server,
  baseURL,
}) => {
  const seed = "a-seed-that-nobody-may-hear";
  const b = await smallBattle(server, "chakoten-acw", { seed, umpire: true }, 6);
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const early = context.waitForEvent("page").then((p) => overhear(p));
  const a = await Hand.sit(context, b.token("A"), "A");
  const ear = await early;
  const other = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const hb = await Hand.sit(other, b.token("B"), "B");
  const secret: string[] = [];
  hb.page.on("request", (r) => {
    if (r.url().endsWith("/api/seat/answer"))
      secret.push(JSON.stringify((r.postDataJSON() as { answer: unknown }).answer));
  });
  // Two turns: orders of both sides, fire and movement.
  for (let i = 0; i < 400; i++) {
    const s = await ask<Standing>(server, b.token("A"), "/api/seat");
    if (s.turn > 2 || s.ending) break;
    await a.act();
    await hb.act();
    if (s.waits_for.includes("umpire")) await decide(server, b.token("umpire"));
  }
  const heard = await ear.all();
  expect(heard.some((h) => h.includes('"film"'))).toBe(true);
  expect(heard.join("").length).toBeGreaterThan(10_000);
  expect(secret.length).toBeGreaterThan(0);
  // The codes his units are ordered by, which nobody but he knows.
  const codes = ["1VA", "5AL", "Purc"];
  for (const h of heard) {
    expect(h).not.toContain(seed);
    for (const t of ["B", "umpire"]) expect(h).not.toContain(b.token(t));
    for (const s of secret.filter((x) => x.length > 40)) expect(h).not.toContain(s);
    for (const c of codes) expect(h).not.toContain(`"${c}"`);
    // No ruling that A is shown has a measured range in it.
    for (const m of h.matchAll(/"totals":\[([^\]]*)\]/g)) expect(m[1]).not.toMatch(/distance|range|\bcm\b/i);
  }
  // And no ruler on the page.
  await expect(a.page.getByRole("button", { name: /Ruler/ })).toHaveCount(0);
  await context.close();
  await other.close();
});

async function decide(server: import("./server").Server, token: string) {
  const p = await ask<{ version: number; prompts: { standing: boolean; offers: { answer: unknown }[] }[] }>(
    server,
    token,
    "/api/seat/prompts",
  );
  const offer = p.prompts.find((x) => !x.standing)?.offers[0];
  if (offer)
    await ask(server, token, "/api/seat/answer", {
      key: `u${p.version}`,
      version: p.version,
      answer: offer.answer,
    });
}

test("bbdba-acw: a hidden deployment is not on the other's page, nor anywhere in what it received", async ({
  browser,
  server,
  baseURL,
}) => {
  const seed = "another-seed-that-nobody-may-hear";
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: "behind-the-screen",
    seats: { A: "person", B: "quick" },
    seed,
  });
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const early = context.waitForEvent("page").then((p) => overhear(p));
  const a = await Hand.sit(context, b.token("A"), "A");
  const ear = await early;
  const mine = await ask<{ pieces: { yours: boolean; side?: number }[] }>(
    server,
    b.token("A"),
    "/api/seat/board",
  );
  expect(mine.pieces.filter((p) => !p.yours && p.side === 1)).toEqual([]);
  // The camps are pitched for all to see; then both sides draw up in secret, and B is done first.
  await expect
    .poll(
      async () => {
        if (
          /camp|edge|terrain/i.test(
            await a.page
              .locator(".orders .says")
              .innerText()
              .catch(() => ""),
          )
        )
          await a.act();
        const s = await ask<Standing>(server, b.token("A"), "/api/seat");
        return (
          s.waits_for.join() === "A" &&
          /set up your whole army/i.test(
            await a.page
              .locator(".orders .says")
              .innerText()
              .catch(() => ""),
          )
        );
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  for (const h of await ear.all()) {
    expect(h).not.toContain(seed);
    // Of the other side's pieces his camp and nothing else.
    for (const m of h.matchAll(/"id":"([^"]+)","side":1,"nation"/g)) expect(m[1]).toMatch(/^camp/);
  }
  await context.close();
});

test("a wrong link gets nothing, not even whether the battle exists", async ({ page, server }) => {
  await page.goto(`/play#${"A".repeat(43)}`);
  await expect(page.getByText("There is no such seat.")).toBeVisible();
  const r = await fetch(`${server.url}/api/seat`, { headers: { authorization: `Bearer ${"A".repeat(43)}` } });
  expect(r.status).toBe(404);
  expect(await r.json()).toEqual({ error: { reason: "there is no such seat", clause: null, field: null } });
});

test("hostile chat and notes stay text, on every page that shows them", async ({
  browser,
  server,
  baseURL,
}) => {
  const b = await smallBattle(server, "bbdba-acw");
  const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  const context = await browser.newContext({ baseURL });
  const a = await Hand.sit(context, b.token("A"), "A");
  await ask(server, b.token("B"), "/api/seat/chat", { says: evil });
  await a.page.getByRole("tab", { name: /Chat/ }).click();
  await expect(a.page.getByText(evil)).toBeVisible();
  expect(await a.page.locator("img[src=x], #app script").count()).toBe(0);
  expect(await a.page.title()).not.toBe("owned");
  await context.close();
});
