import type { Page } from "@playwright/test";
import type { Prompts } from "../src/types/Prompts";
import type { Standing } from "../src/types/Standing";
import { smallBattle, where } from "./hand";
import { ask, begin, expect, goOn, PHONE, REFUSED, test } from "./table";
import type { Server } from "./server";

// What a new user stumbled over.

test.describe.configure({ mode: "parallel" });
test.beforeEach(({ faults }) => faults.borne(REFUSED));

/** Sits down at a seat, with nothing moving by itself. */
async function sit(page: Page, token: string) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => localStorage.setItem("vedette.speed", "16"));
  await page.goto(`/play#${token}`);
  await expect(page.locator(".orders")).toBeVisible();
}

async function settled(page: Page) {
  await expect(page.locator(".orders")).toHaveAttribute("aria-busy", "false");
}

/** Plays on without the page until a seat is asked something of that name. */
async function until(server: Server, b: { token: (seat: string) => string }, asks: string): Promise<string> {
  for (let i = 0; i < 400; i++) {
    for (const seat of ["A", "B"]) {
      const { prompts } = await ask<Prompts>(server, b.token(seat), "/api/seat/prompts");
      if (prompts.some((p) => p.asks === asks)) return seat;
    }
    if (!(await goOn(server, b))) break;
  }
  throw new Error(`nobody was asked ${asks}`);
}

test("a ready answer is written below what is drawn, and is undone", async ({ page, server }) => {
  const b = await smallBattle(server, "chakoten-acw");
  await sit(page, b.token("A"));
  const piece = page.locator("[data-piece].movable").first();
  await piece.click();
  await settled(page);
  await page.getByLabel("Order slip").fill("march");
  await page.getByLabel("Order slip").press("Enter");
  await settled(page);
  const written = page.locator(".orders ul.list:not(.offers):not(.missing) li");
  await expect(written).toHaveCount(1);
  const drawn = await written.first().innerText();
  await page.getByRole("button", { name: "All units stand" }).click();
  await settled(page);
  expect(await written.count()).toBeGreaterThan(1);
  expect(await written.allInnerTexts()).toContain(drawn);
  // Nothing was sent.
  expect((await ask<Standing>(server, b.token("A"), "/api/seat")).version).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(written).toHaveCount(1);
  await page.getByRole("button", { name: "Redo" }).click();
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await ask<Standing>(server, b.token("A"), "/api/seat")).version).toBe(1);
});

test("fire: whose it is, exact odds beside each choice, and holding is not the highlighted button", async ({
  page,
  server,
}) => {
  const b = await smallBattle(server, "bbdba-acw", { seed: "odds" });
  const seat = await until(server, b, "shoot");
  await sit(page, b.token(seat));
  const offers = page.locator(".offers .offer");
  const first = offers.first();
  await expect(first.locator(".chance").first()).toContainText(/%/);
  const percents = (await first.locator(".chance b").allInnerTexts()).map((t) => parseFloat(t));
  expect(Math.abs(percents.reduce((a, p) => a + p, 0) - 100)).toBeLessThan(0.5);
  await expect(page.getByRole("button", { name: "Hold your fire" })).not.toHaveClass(/primary/);
  // Those whom it is about are marked on the table.
  expect(await page.locator("[data-piece].lit").count()).toBeGreaterThan(1);
});

test("the card of a unit never lies over the table", async ({ page, server }) => {
  const b = await smallBattle(server, "bbdba-acw");
  const seat = await until(server, b, "move");
  await sit(page, b.token(seat));
  for (const p of await page.locator("[data-piece]").all()) {
    await p.hover({ force: true });
    const over = await page.evaluate(() => {
      const table = document.querySelector("main.field")!.getBoundingClientRect();
      const card = document.querySelector(".card[aria-label^='State of']")?.getBoundingClientRect();
      return (
        card !== undefined && card.left < table.right && card.right > table.left && card.top < table.bottom
      );
    });
    expect(over).toBe(false);
  }
});

test("command range, reach and field of fire are drawn, and a group has handles to wheel it", async ({
  page,
  server,
}) => {
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: "open-field",
    seats: { A: "person", B: "person" },
    seed: "reach",
  });
  const seat = await until(server, b, "move");
  await sit(page, b.token(seat));
  await page.locator(`[data-piece="${seat}3"]`).click();
  await settled(page);
  for (const of of ["command", "move", "fire"]) await expect(page.locator(`.reach.${of}`)).toHaveCount(1);
  expect(await page.locator("[data-piece].selected").count()).toBeGreaterThan(1);
  const handle = page.locator("[data-handle=right]");
  const box = await where(handle);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 5, box.y + 25, { steps: 3 });
  await page.mouse.up();
  await settled(page);
  await expect(page.locator(".orders")).toContainText(/[Ww]heel/);
});

test("the score, the task and the briefing are on the table", async ({ page, server }) => {
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: "open-field",
    seats: { A: "person", B: "quick" },
  });
  for (const size of [{ width: 1280, height: 860 }, PHONE]) {
    await page.setViewportSize(size);
    await sit(page, b.token("A"));
    const head = page.locator("header.top");
    await expect(head.getByText(/Lost by/).first()).toBeVisible();
    if (!(await head.locator(".briefing p").isVisible())) await head.getByText("Briefing").click();
    await expect(head.locator(".briefing p")).toBeVisible();
  }
});

/** Sits down at the seat that is asked for a move in a battle of two persons, and ends its moves by the keys. */
async function endMoves(page: Page, server: Server) {
  const b = await smallBattle(server, "bbdba-acw", { seed: "reach" });
  const seat = await until(server, b, "move");
  await sit(page, b.token(seat));
  const version = async () => (await ask<Standing>(server, b.token(seat), "/api/seat")).version;
  const before = await version();
  await page.locator(".foot button:not(.give)").first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(version).toBeGreaterThan(before);
  return { b, seat, other: seat === "A" ? "B" : "A" };
}

test("a decision is taken back with the other side's leave, and the log says so", async ({
  page,
  server,
}) => {
  const { b, other } = await endMoves(page, server);
  await page.getByRole("button", { name: "Take back my last decision" }).click();
  await expect(page.locator(".orders .says")).toContainText("You have asked to take back your last decision");
  const asked = await ask<Prompts>(server, b.token(other), "/api/seat/prompts");
  expect(asked.prompts.map((p) => p.asks)).toEqual(["take_back"]);
  await ask(server, b.token(other), "/api/seat/answer", {
    key: "agreed",
    version: asked.version,
    answer: { do: "agree" },
  });
  await expect(page.locator(".orders .says")).toContainText(/move/i);
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.locator(".log")).toContainText("takes back its last decision, by leave of");
});

test("who resigns loses, and it can be played again with sides changed", async ({ page, server }) => {
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: "open-field",
    seats: { A: "person", B: "quick" },
  });
  await sit(page, b.token("A"));
  page.on("dialog", (d) => void d.accept());
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  const end = page.getByRole("dialog", { name: /Victory/ });
  await expect(end).toContainText("Victory for Confederates");
  await expect(end).toContainText("Union resigned");
  await end.getByRole("button", { name: "Play it again with sides changed" }).click();
  await expect(page).not.toHaveURL(new RegExp(b.token("A")));
  await expect(page.locator("header .seat")).toHaveText("Confederates");
});

test("whoever looks elsewhere hears that it is his turn, and whoever answers by keys goes on from the next question", async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    const heard = { chimes: 0 };
    class Counted {
      constructor() {
        heard.chimes++;
        throw new Error("no sound here");
      }
    }
    Object.assign(window, { AudioContext: Counted, heard });
    document.hasFocus = () => false;
  });
  const { b, seat } = await endMoves(page, server);
  const chimes = () => page.evaluate(() => (window as unknown as { heard: { chimes: number } }).heard.chimes);
  const before = await chimes();
  expect(before).toBeGreaterThan(0);
  for (let i = 0; i < 200; i++) {
    if ((await ask<Standing>(server, b.token(seat), "/api/seat")).yours) break;
    await goOn(server, b);
  }
  await expect.poll(chimes).toBeGreaterThan(before);
  await expect(page.locator(".orders")).toBeFocused();
});

test("no codes, hashes, backticks or raw values stand in the log", async ({ page, server }) => {
  for (const book of ["bbdba-acw", "chakoten-acw", "chakoten-napoleonic"]) {
    const b = await smallBattle(server, book, { seed: "words" });
    for (let i = 0; i < 3; i++) await goOn(server, b);
    await page.goto(`/play#${b.token("A")}`);
    await page.getByRole("tab", { name: "Log" }).click();
    const log = await page.locator(".log").innerText();
    expect(log).toContain("The dice are fixed and sealed");
    expect(log).not.toMatch(/[0-9a-f]{16}|`|==|\b(true|false|null)\b|_/);
    await page.goto("/");
  }
});

test("a rule is found by the stem of a word in every book at once", async ({ page }) => {
  await page.goto("/rules");
  await page.getByRole("searchbox", { name: "Search all books" }).fill("charging cavalries");
  for (const book of ["BBDBA", "amerikanske", "Napoleonstiden"])
    await expect(page.getByRole("heading", { name: new RegExp(`${book}.*rule`) })).toBeVisible();
});

test("what is looked for before the books are there is found when they are", async ({ page }) => {
  let go = () => {};
  const held = new Promise<void>((r) => (go = r));
  await page.route("**/api/books", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/rules");
  await page.getByRole("searchbox", { name: "Search all books" }).fill("cavalry");
  go();
  await expect(page.getByRole("heading", { name: /BBDBA.*rule/ })).toBeVisible();
});

test("computers that are watched are watched from turn 1", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: /Watch the computer/ }).check({ force: true });
  await page.getByRole("button", { name: "Start the battle" }).click();
  await expect(page).toHaveURL(/\/watch#/);
  const moment = page.getByRole("slider", { name: "Moment" });
  await expect(moment).toBeVisible();
  expect(await moment.getAttribute("aria-valuetext")).toMatch(/Before the first turn|Turn [01]\b/);
});
