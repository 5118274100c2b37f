import type { Request } from "@playwright/test";
import { checkEnding, Hand, playOut, smallBattle, type Standing } from "./hand";
import { Server } from "./server";
import { ask, expect, REFUSED, test as base } from "./table";

// This server is killed: nobody else may sit there.
const test = base.extend<{ own: Server }>({
  own: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.end();
  },
});

for (const book of ["bbdba-acw", "chakoten-acw"]) {
  test(`${book}: the server is killed in the middle of turns; nothing acknowledged is lost, nothing applied twice`, async ({
    browser,
    own,
    faults,
  }) => {
    faults.expected(/net::ERR_|WebSocket connection/);
    faults.borne(REFUSED);
    const b = await smallBattle(own, book);
    const hands: Hand[] = [];
    /** Every answer by its key, with the version that the server acknowledged it with. */
    const taken = new Map<string, number>();
    for (const side of ["A", "B"] as const) {
      const context = await browser.newContext({ baseURL: own.url, reducedMotion: "reduce" });
      const hand = await Hand.sit(context, b.token(side), side);
      hand.page.on("response", async (r) => {
        if (!r.url().endsWith("/api/seat/answer") || r.status() !== 200) return;
        const key = (r.request().postDataJSON() as { key: string }).key;
        const said = (await r.json().catch(() => null)) as { version: number } | null;
        if (said) taken.set(key, said.version);
      });
      hands.push(hand);
    }
    let cuts = 0;
    for (const wait of [0, 4, 20]) {
      // The answer is on its way when the lights go out.
      let dark: Promise<void> | null = null;
      const hear = (r: Request) => {
        if (dark || !r.url().endsWith("/api/seat/answer")) return;
        dark = new Promise((done) => setTimeout(() => void own.kill().then(done), wait));
      };
      hands.forEach((h) => h.page.on("request", hear));
      while (!dark && !hands.every((h) => h.ended)) for (const h of hands) if (!dark) await h.act();
      hands.forEach((h) => h.page.off("request", hear));
      if (!dark) break;
      await dark;
      cuts++;
      await expect(hands[0]!.page.getByText("Connection lost")).toBeVisible();
      const acknowledged = Math.max(0, ...taken.values());
      await own.start();
      const now = await ask<Standing>(own, b.token("A"), "/api/seat");
      expect(now.version, "nothing acknowledged is lost").toBeGreaterThanOrEqual(acknowledged);
      for (const h of hands) {
        await expect(h.page.getByText("Connection lost")).toHaveCount(0, { timeout: 30_000 });
      }
    }
    expect(cuts).toBe(3);
    await playOut(hands);
    const end = await checkEnding(own, b.token("A"), hands);
    // As many answers as keys that were acknowledged, each with a version of its own: none was applied twice.
    expect(new Set(taken.values()).size).toBe(taken.size);
    expect(end.version).toBe(taken.size);
    for (const h of hands) await h.page.context().close();
  });
}
