import type { Page } from "@playwright/test";
import type { Prompts } from "../src/types/Prompts";
import type { Standing } from "../src/types/Standing";
import { findings } from "./axe";
import { smallBattle } from "./hand";
import type { Server } from "./server";
import { ask, expect, goOn, PHONE, REFUSED, test } from "./table";

// Orders that are sent may be changed until the other side has sent its own.

test.describe.configure({ mode: "parallel" });
test.beforeEach(({ faults }) => faults.borne(REFUSED));

const SENT = "Your orders are sent. Until the other side has sent its own you may change them.";
const LATE = "The battle has moved on: what you changed was not sent, and counts as you sent it before.";
const change = (page: Page) => page.getByRole("button", { name: "Change what you sent" });

async function settled(page: Page) {
  await expect(page.locator(".orders")).toHaveAttribute("aria-busy", "false");
}

/** Writes an order for a unit. */
async function write(page: Page, unit: string, slip: string) {
  await page.locator(`[data-piece="${unit}"]`).first().click();
  await settled(page);
  await page.getByLabel("Order slip").fill(slip);
  await page.getByLabel("Order slip").blur();
  await settled(page);
}

async function send(page: Page) {
  await page.locator(".foot .give").click();
  await page.locator("dialog[open] button.primary").click();
}

const slips = (page: Page) => page.locator(".orders ul.list:not(.offers):not(.missing) .slipped");
const version = async (server: Server, token: string) =>
  (await ask<Standing>(server, token, "/api/seat")).version;

/** The sheet that the server has of a seat. */
async function kept(server: Server, token: string): Promise<string> {
  const { prompts } = await ask<Prompts>(server, token, "/api/seat/prompts");
  const sent = prompts.find((p) => p.amends);
  return sent?.sketch?.orders.map((o) => o.slip).join("; ") ?? "none";
}

test("a slip entered by the key is sent by one click", async ({ page, server }) => {
  const b = await smallBattle(server, "chakoten-acw");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/play#${b.token("A")}`);
  await page.locator('[data-piece="2NY"]').first().click();
  await settled(page);
  await page.getByLabel("Order slip").fill("march 3");
  await page.getByLabel("Order slip").press("Enter");
  await expect(slips(page)).toHaveText(["march 3"]);
  await settled(page);
  // The mouse leaves the field on its way: that is no second order.
  const sketched: string[] = [];
  page.on("request", (r) => r.url().endsWith("/api/seat/sketch") && sketched.push(r.url()));
  await page.locator(".foot .give").click();
  await page.locator("dialog[open] button.primary").click();
  await expect(page.getByText(SENT)).toBeVisible();
  expect(sketched).toEqual([]);
});

/** Two units of the first side, and a march of so many as the book writes it. */
const UNITS: Record<string, { one: string; other: string; march: (n: number) => string }> = {
  "chakoten-acw": { one: "2NY", other: "7NY", march: (n) => `march ${n}` },
  "chakoten-napoleonic": { one: "1/4", other: "2/4", march: (n) => `march ${n} cm` },
};
const SIZES = [
  { book: "chakoten-acw", viewport: { width: 1280, height: 860 } },
  { book: "chakoten-acw", viewport: PHONE },
  { book: "chakoten-napoleonic", viewport: { width: 1280, height: 860 } },
];

for (const { book, viewport } of SIZES) {
  test(`${book}: sent orders come back, are changed, and go again (${viewport.width})`, async ({
    page,
    server,
  }) => {
    const { one, other, march } = UNITS[book]!;
    const b = await smallBattle(server, book);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => localStorage.setItem("vedette.speed", "16"));
    await page.goto(`/play#${b.token("A")}`);
    await expect(page.locator(".orders")).toBeVisible();
    await expect(change(page)).toHaveCount(0);
    await write(page, one, march(3));
    await send(page);

    // It says so, and the sheet is put away until somebody wants it.
    await expect(page.getByText(SENT)).toBeVisible();
    await expect(page.locator(".orders")).toHaveCount(0);
    await expect(page.locator("[data-piece].movable")).toHaveCount(0);
    expect(await kept(server, b.token("A"))).toBe(march(3));
    expect.soft(await findings(page)).toEqual([]);

    // Taken up by the keys: the sheet as it was sent. Left alone, it is as it was.
    await change(page).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".orders")).toBeFocused();
    await expect(slips(page)).toHaveText([march(3)]);
    expect.soft(await findings(page)).toEqual([]);
    await write(page, other, march(2));
    await expect(slips(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Leave it as it was sent" }).click();
    await expect(change(page)).toBeFocused();
    expect(await version(server, b.token("A"))).toBe(1);
    await change(page).click();
    await expect(slips(page)).toHaveText([march(3)]);

    await write(page, one, march(5));
    await send(page);
    await expect(page.getByText(SENT)).toBeVisible();
    await expect.poll(() => version(server, b.token("A"))).toBe(2);
    expect(await kept(server, b.token("A"))).toBe(march(5));
    // Come back to the page, it is the same.
    await page.reload();
    await expect(page.getByText(SENT)).toBeVisible();
    await change(page).click();
    await expect(slips(page)).toHaveText([march(5)]);

    // The other side sends in the middle of it: the page goes on by itself and says what counts.
    await write(page, one, march(7));
    await goOn(server, b);
    await expect(page.getByText(LATE)).toBeVisible();
    await expect(change(page)).toHaveCount(0);
    expect(await version(server, b.token("A"))).toBe(3);
  });
}

test("a change that comes too late is refused in words, and the battle goes on", async ({
  page,
  server,
  faults,
}) => {
  faults.borne(/status of 409 .*\/api\/seat\/answer\)/);
  const b = await smallBattle(server, "chakoten-acw");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => localStorage.setItem("vedette.speed", "16"));
  await page.goto(`/play#${b.token("A")}`);
  await expect(page.locator(".orders")).toBeVisible();
  await write(page, "2NY", "march 3");
  await send(page);
  await change(page).click();
  await write(page, "2NY", "march 7");
  // Between the press and the server the other side's orders come in.
  let held = true;
  await page.route("**/api/seat/answer", async (route) => {
    if (held) await goOn(server, b);
    held = false;
    await route.fallback();
  });
  const answered = page.waitForResponse(/\/api\/seat\/answer$/);
  await send(page);
  expect((await answered).status()).toBe(409);
  await expect(page.getByText(LATE)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  // It went the three that were sent, not seven; and what is asked next can be answered.
  for (let i = 0; i < 20 && (await goOn(server, b)); i++);
  expect((await ask<Standing>(server, b.token("A"), "/api/seat")).ending).not.toBeNull();
});
