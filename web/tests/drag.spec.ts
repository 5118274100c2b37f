import type { Locator, Page } from "@playwright/test";
import { Hand, smallBattle, where } from "./hand";
import { ask, begin, expect, goOn, test } from "./table";
import type { Board } from "../src/types/Board";
import type { Spot } from "../src/types/Spot";
import type { Standing } from "../src/types/Standing";

/** Where something is drawn on the sheet, as the page has it. */
async function drawn(of: Locator): Promise<[number, number]> {
  const t = await of.evaluate((e) => {
    const g = e.hasAttribute("transform") ? e : e.querySelector("[transform]");
    return g?.getAttribute("transform") ?? "";
  });
  const n = t.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
  expect(n.length, t).toBeGreaterThanOrEqual(2);
  return [n[0]!, n[1]!];
}
const far = (a: number[], b: number[]) => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!);

/** Drags what is there by some pixels, and waits for the server's word on it. */
async function drag(page: Page, what: Locator, dx: number, dy: number) {
  const box = await where(what);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
  await expect(page.locator(".orders")).toHaveAttribute("aria-busy", "false");
}

const DRAGGED: Record<string, string> = {
  "bbdba-acw": "A4",
  "chakoten-acw": "2NY",
  "chakoten-napoleonic": "1/4",
};

for (const book of Object.keys(DRAGGED)) {
  test(`${book}: a unit that was dragged stands after the turn where its ghost stood`, async ({
    browser,
    server,
    baseURL,
  }) => {
    const b = await smallBattle(server, book, { seed: "a quiet day" });
    const spot = async (id: string): Promise<Spot> => {
      const now = await ask<Board>(server, b.token("A"), "/api/seat/board");
      return now.pieces.find((p) => p.id === id)!.at;
    };
    const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
    const a = await Hand.sit(context, b.token("A"), "A");
    const page = a.page;
    await expect(page.locator(".orders .says")).toContainText(/\b(move|orders)\b/i);
    const id = DRAGGED[book]!;
    const piece = page.locator(`[data-piece="${id}"]`).first();
    const was = await drawn(piece);
    const from = await spot(id);
    await drag(page, piece, 0, -18);
    const ghost = page.locator(`[data-ghost="${id}"]:not(.illegal)`).first();
    await expect(ghost).toBeVisible();
    const to = await drawn(ghost);
    expect(far(was, to)).toBeGreaterThan(10);
    // Until it is sent it stands where it stood.
    expect(await drawn(piece)).toEqual(was);
    expect(await spot(id)).toEqual(from);
    const taken = page.waitForResponse((r) => r.url().endsWith("/api/seat/answer"));
    await page.locator(".foot .give").click();
    // Where others have no orders it is asked whether that is meant.
    if (book !== "bbdba-acw")
      await page.locator("dialog[open]").getByRole("button", { name: "Send orders" }).click();
    expect((await taken).status()).toBe(200);
    if (book !== "bbdba-acw") {
      const { turn } = await ask<Standing>(server, b.token("A"), "/api/seat");
      while ((await ask<Standing>(server, b.token("A"), "/api/seat")).turn === turn || !(await quiet()))
        await goOn(server, b);
    }
    await expect.poll(async () => far(await drawn(piece), to), { timeout: 30_000 }).toBeLessThan(1);
    const at = await spot(id);
    expect(Math.hypot(at.x - from.x, at.y - from.y)).toBeGreaterThan(0.5);
    await context.close();

    /** The turn has run: both write orders again. */
    async function quiet(): Promise<boolean> {
      const { prompts } = await ask<{ prompts: { asks: string; standing: boolean }[] }>(
        server,
        b.token("A"),
        "/api/seat/prompts",
      );
      return prompts.some((p) => !p.standing && p.asks === "orders");
    }
  });
}

test("bbdba-acw: an army is drawn up by dragging it", async ({ browser, server, baseURL }) => {
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: "behind-the-screen",
    seats: { A: "person", B: "quick" },
    seed: "by hand",
  });
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const a = await Hand.sit(context, b.token("A"), "A");
  const page = a.page;
  const says = page.locator(".orders .says");
  await expect
    .poll(
      async () => {
        const t = (await says.count()) > 0 ? await says.innerText() : "";
        if (/set up/i.test(t)) return true;
        await a.act(/set up/i);
        return false;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  // The ready line is there as ghosts; a gun is taken out of it and put further back or aside.
  const ghosts = page.locator("[data-ghost].movable");
  const count = await ghosts.count();
  expect(count).toBeGreaterThan(5);
  let moved: { id: string; to: [number, number] } | null = null;
  for (let i = 0; i < count && !moved; i++) {
    const id = (await ghosts.nth(i).getAttribute("data-ghost"))!;
    const one = page.locator(`[data-ghost="${id}"]`).first();
    const was = await drawn(one);
    for (const [dx, dy] of [
      [0, 14],
      [0, -14],
    ] as const) {
      await drag(page, one, dx, dy);
      const to = await drawn(one);
      if ((await page.locator(".orders .refusal").count()) === 0 && far(was, to) > 10) {
        moved = { id, to };
        break;
      }
    }
  }
  expect(moved, "somebody can be put elsewhere").not.toBeNull();
  await page.locator(".foot .give").click();
  const piece = page.locator(`[data-piece="${moved!.id}"]`).first();
  await expect(piece).toBeVisible();
  await expect.poll(async () => far(await drawn(piece), moved!.to)).toBeLessThan(1);
  await context.close();
});

test("chakoten-acw: orders that are drawn are not thrown away unasked, and Ctrl+Enter sends them", async ({
  browser,
  server,
  baseURL,
}) => {
  const b = await smallBattle(server, "chakoten-acw", { seed: "a quiet day" });
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const { page } = await Hand.sit(context, b.token("A"), "A");
  await expect(page).toHaveTitle(/^● Your turn/);
  await drag(page, page.locator('[data-piece="2NY"]').first(), 0, -18);
  const sent: unknown[] = [];
  page.on("request", (r) => {
    if (r.url().endsWith("/api/seat/answer")) sent.push(r.postDataJSON());
  });
  // A ready-made answer is written below it, and can be taken off the sheet again.
  await page.getByRole("button", { name: "All units stand" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.mouse.move(640, 20);
  await expect(page.locator('[data-ghost="2NY"]').first()).toBeVisible();
  expect(sent).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("#missing-title")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => JSON.stringify(sent)).toContain("2NY");
  await expect(page).not.toHaveTitle(/Your turn/);
  await context.close();
});
