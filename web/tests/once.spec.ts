import type { Page, Route } from "@playwright/test";
import { Hand, smallBattle, where } from "./hand";
import { expect, goOn, REFUSED, test } from "./table";

// Over a slow line: between an answer and the next question nothing leaves the page, whatever is pressed.

test.describe.configure({ mode: "parallel" });
test.beforeEach(({ faults }) => faults.borne(REFUSED));

/** From an answer on, holds what comes back until it is let through. */
class Slow {
  private held: { path: string; go: () => void }[] = [];
  private holds: RegExp | null = null;
  /** The answers that left the page. */
  readonly answers: { key: string; version: number }[] = [];
  readonly statuses: number[] = [];

  static async on(page: Page): Promise<Slow> {
    const slow = new Slow();
    await page.route("**/api/seat{,/answer,/prompts,/board,/film*}", (r) => slow.pass(r));
    return slow;
  }

  private async pass(route: Route) {
    const path = new URL(route.request().url()).pathname;
    if (path.endsWith("/answer")) {
      this.answers.push(route.request().postDataJSON());
      this.holds = /\/(answer|prompts)$/;
    }
    const response = await route.fetch();
    if (path.endsWith("/answer")) this.statuses.push(response.status());
    if (this.holds?.test(path)) await new Promise<void>((go) => this.held.push({ path, go }));
    await route.fulfill({ response });
  }

  /** Holds replies from these paths, and no others: those that waited come through. */
  hold(what: RegExp | null) {
    this.holds = what;
    const go = this.held.filter((h) => !what?.test(h.path));
    this.held = this.held.filter((h) => !go.includes(h));
    for (const h of go) h.go();
  }
  /** How many replies from there wait. */
  waiting(path: RegExp) {
    return this.held.filter((h) => path.test(h.path)).length;
  }
}

/** Presses whatever there is to press on the sheet and on the table, with mouse and keys. */
async function pressEverything(page: Page) {
  await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      "aside button:not([role=tab]), dialog[open] button, aside input, aside select",
    );
    for (const e of all) e.click();
  });
  const piece = page.locator("[data-piece]").first();
  const box = await where(piece);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 8);
  await page.mouse.move(x, y - 16);
  await page.mouse.up();
  await page.mouse.dblclick(x, y);
  await piece.focus();
  for (const key of ["m", "ArrowUp", "Enter", "a", "Enter", "Control+Enter", "Delete", "Control+z"])
    await page.keyboard.press(key);
  await page.keyboard.press("Escape");
}

for (const book of ["bbdba-acw", "chakoten-acw"]) {
  test(`${book}: an answer leaves the page once, however slow the replies and however much is pressed`, async ({
    browser,
    server,
    baseURL,
  }) => {
    const b = await smallBattle(server, book);
    const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
    const hand = await Hand.sit(context, b.token("A"), "A");
    const { page } = hand;
    const slow = await Slow.on(page);
    for (let n = 1; n <= 3; n++) {
      // Whatever is asked first of this seat: it is answered, and the reply does not come.
      await expect
        .poll(
          async () => {
            if (slow.answers.length < n && !(await hand.act())) await goOn(server, b);
            return slow.answers.length;
          },
          { timeout: 120_000 },
        )
        .toBe(n);
      await expect.poll(() => slow.waiting(/answer$/)).toBe(1);
      await pressEverything(page);
      expect(slow.answers).toHaveLength(n);
      // It was taken; but what is asked next does not come.
      slow.hold(/\/prompts$/);
      await expect.poll(() => slow.waiting(/prompts$/)).toBeGreaterThan(0);
      await pressEverything(page);
      expect(slow.answers).toHaveLength(n);
      slow.hold(null);
    }
    expect(new Set(slow.answers.map((a) => a.key)).size).toBe(3);
    expect(slow.statuses).toEqual([200, 200, 200]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  });
}

test("the umpire's ruling leaves the page once too", async ({ browser, server, baseURL }) => {
  const b = await smallBattle(server, "chakoten-acw", { umpire: true });
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const { page } = await Hand.sit(context, b.token("umpire"), "A");
  const slow = await Slow.on(page);
  for (let n = 1; n <= 2; n++) {
    const because = page.getByRole("textbox", { name: /Ruling or reason/ });
    await because.fill(`Ruling ${n}`);
    await because.press("Tab");
    await page.locator(".foot .give").dblclick();
    await expect.poll(() => slow.waiting(/answer$/)).toBe(1);
    await pressEverything(page);
    slow.hold(/\/prompts$/);
    await expect.poll(() => slow.waiting(/prompts$/)).toBeGreaterThan(0);
    await pressEverything(page);
    expect(slow.answers).toHaveLength(n);
    slow.hold(null);
    // The sheet is there again, and blank.
    await expect(because).toHaveValue("");
  }
  expect(slow.statuses).toEqual([200, 200]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});
