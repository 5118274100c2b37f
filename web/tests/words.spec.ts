import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { smallBattle } from "./hand";
import { begin, expect, goOn, REFUSED, test } from "./table";

// In a language that nobody speaks: whatever is not in it was said by no message.

test.describe.configure({ mode: "parallel" });
test.beforeEach(({ faults }) => faults.borne(REFUSED));

/**
 * What stands on the page, or is read to those who do not see it, that is neither in brackets nor marked as said by the server or
 * a person (`data-said`).
 */
async function leftBehind(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const words = (s: string) => {
      let rest = s;
      for (let was = ""; was !== rest;) {
        was = rest;
        rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
      }
      return /\p{L}{2,}/u.test(rest);
    };
    const said = (e: Element) => e.closest("[data-said]") !== null;
    const seen = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let n = seen.nextNode(); n; n = seen.nextNode()) {
      const e = n.parentElement!;
      if (/^(SCRIPT|STYLE)$/.test(e.tagName) || said(e) || !e.checkVisibility()) continue;
      const whole = e.closest("[data-whole]");
      const text = (whole ?? n).textContent ?? "";
      if (words(text)) found.add(text.trim());
    }
    const READ = ["title", "aria-label", "aria-valuetext", "aria-description", "placeholder", "alt", "label"];
    for (const e of document.querySelectorAll(READ.map((a) => `[${a}]`).join(", "))) {
      if (said(e)) continue;
      for (const a of READ) if (words(e.getAttribute(a) ?? "")) found.add(`${a}: ${e.getAttribute(a)}`);
    }
    if (words(document.title) && !document.title.includes("⟦")) found.add(`title: ${document.title}`);
    return [...found];
  });
}

test.use({ contextOptions: { reducedMotion: "reduce" } });
/** Once asked for, it is spoken on every page. */
async function speakPseudo(page: Page) {
  await page.goto("/rules?lang=en-XA");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
}

test("the start page, the desk and the rule books speak by messages alone, and ask the server in that language", async ({
  page,
  faults,
}) => {
  faults.borne(/status of 4\d\d/);
  await speakPseudo(page);
  const asked = new Set<string>();
  page.on("request", (r) => {
    if (new URL(r.url()).pathname.startsWith("/api/")) asked.add(r.headers()["accept-language"] ?? "");
  });
  for (const at of [
    "/",
    "/desk",
    "/desk/bbdba-acw/close-combat",
    "/desk/chakoten-acw/shock",
    "/desk/chakoten-acw/nothing",
    "/rules",
    "/rules/bbdba-acw",
    "/rules/chakoten-acw/tables",
    "/rules/bbdba-acw/terms",
    "/rules/bbdba-acw/readings",
    "/play",
    `/play#${"x".repeat(43)}`,
  ]) {
    await page.goto("about:blank");
    await page.goto(at);
    await page.waitForLoadState("networkidle");
    const main = page.locator("main");
    await expect(main).toContainText("⟦");
    expect.soft(await leftBehind(page), at).toEqual([]);
    if (at.includes("shock")) {
      await page.locator(".roll").click();
      await expect(page.locator(".ruling .says")).toBeVisible();
      await page.locator(".below button").click();
    }
    if (at.startsWith("/rules/bbdba-acw")) await page.getByRole("searchbox").fill("zone");
    await page.evaluate(() => {
      for (const d of document.querySelectorAll("details")) d.open = true;
    });
    expect.soft(await leftBehind(page), at).toEqual([]);
  }
  expect([...asked]).toEqual(["en-XA"]);
});

test("setting up a battle speaks by messages alone", async ({ page, faults }) => {
  faults.borne(/status of 4\d\d .*\/(api\/(battles|import)|look\b)/);
  await speakPseudo(page);
  await page.goto("/");
  const modes = page.locator("input[name=mode]");
  await expect(modes).toHaveCount(4);
  for (let i = 0; i < 4; i++) {
    await modes.nth(i).check({ force: true });
    expect.soft(await leftBehind(page)).toEqual([]);
  }
  await page.locator("input[name=scenario]").last().check({ force: true });
  await page.locator("#own-text").fill('book = "chakoten-acw"\ntitle = "Mine"\nturns = "abc"\n');
  await page.locator(".begin button").click();
  await expect(page.locator("#own-wrong")).toBeVisible();
  expect.soft(await leftBehind(page)).toEqual([]);
  await page.locator("input[name=scenario]").first().check({ force: true });
  await modes.nth(2).check({ force: true });
  for (const box of await page.locator("input[type=checkbox]").all()) await box.check();
  await page.locator(".begin button").click();
  await expect(page.locator("h2[id^=links-]")).toBeVisible();
  expect.soft(await leftBehind(page)).toEqual([]);
  await page.locator(".import input[type=file]").setInputFiles({
    name: "b.json",
    mimeType: "application/json",
    buffer: Buffer.from("{]"),
  });
  await expect(page.locator(".import .failed")).toBeVisible();
  expect.soft(await leftBehind(page)).toEqual([]);
});

for (const book of ["bbdba-acw", "chakoten-acw", "chakoten-napoleonic", "tricolore", "newbury-napoleonic"]) {
  test(`${book}: every seat, the end and the replay speak by messages alone`, async ({
    page,
    browser,
    server,
  }) => {
    const b = await smallBattle(server, book, { umpire: true, spectators: "all" });
    await speakPseudo(page);
    const seen = async (what: string) => expect.soft(await leftBehind(page), what).toEqual([]);
    for (const seat of ["A", "B", "umpire", "spectator"]) {
      await page.goto("about:blank");
      await page.goto(`/${seat === "spectator" ? "watch" : "play"}#${b.token(seat)}`);
      await expect(page.locator("[data-piece]").first()).toBeVisible();
      await seen(seat);
      await page.locator("[data-piece]").first().click();
      await page.locator("[data-piece]").nth(3).click({ force: true });
      await expect(page.locator(".orders[aria-busy=true]")).toHaveCount(0);
      await seen(`${seat}, with a unit`);
      for (const tab of ["log", "chat", "marks"]) {
        await page.locator(`#tab-${tab}`).click();
        await seen(`${seat}, ${tab}`);
      }
      await page.keyboard.press("?");
      await expect(page.locator("dialog[open] #help-title")).toBeVisible();
      await seen(`${seat}, help`);
      await page.keyboard.press("Escape");
    }
    for (let i = 0; i < 3; i++) await goOn(server, b);
    await page.goto("about:blank");
    await page.goto(`/play#${b.token("A")}`);
    await expect(page.locator("[data-piece]").first()).toBeVisible();
    await seen("in the middle");
    while (await goOn(server, b));
    await page.locator("#tab-log").click();
    await page.locator(".log .line").last().click();
    await expect(page.locator("dialog[open] #ruling-says")).toBeVisible();
    await seen("a ruling");
    await page.goto("about:blank");
    await page.goto(`/play#${b.token("A")}`);
    await expect(page.locator("dialog[open] #end-title")).toBeVisible();
    await seen("the end");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("dialog[open] button").nth(2).click(),
    ]);
    const at = test.info().outputPath("battle.html");
    await file.saveAs(at);
    const alone = await browser.newContext({ offline: true });
    const film = await alone.newPage();
    await film.goto(`${pathToFileURL(at).href}?lang=en-XA`);
    await expect(film.locator("[data-piece]").first()).toBeVisible();
    expect.soft(await leftBehind(film), "replay").toEqual([]);
    const moment = film.getByRole("slider");
    await moment.fill((await moment.getAttribute("max"))!);
    await film.locator(".log .line").first().click();
    expect.soft(await leftBehind(film), "replay, a ruling").toEqual([]);
    await film.keyboard.press("Escape");
    await film.locator("header .tools button").first().click();
    expect.soft(await leftBehind(film), "replay, the end").toEqual([]);
    await alone.close();
  });
}

test("two at one screen are spoken to by messages alone", async ({ page, server }) => {
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: "open-field",
    seats: { A: "person", B: "person" },
  });
  await speakPseudo(page);
  await page.evaluate(
    (tokens) => {
      const seat = { book: "bbdba-acw", title: "Kept", at: 1 };
      localStorage.setItem(
        "vedette.seats",
        JSON.stringify(tokens.map(([token, s]) => ({ ...seat, token, seat: s, side: `Side ${s}` }))),
      );
    },
    [
      [b.token("A"), "A"],
      [b.token("B"), "B"],
    ],
  );
  await page.goto("/");
  await expect(page.locator("#mine-title")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect.soft(await leftBehind(page)).toEqual([]);
  // Whichever seat is not asked sees the table covered.
  for (const seat of ["A", "B"]) {
    await page.goto("about:blank");
    await page.goto(`/play#${b.token(seat)}`);
    await expect(page.locator(".cover, .orders").first()).toBeVisible();
    expect.soft(await leftBehind(page), seat).toEqual([]);
  }
});

test("a text that no message said is found", async ({ page }) => {
  await speakPseudo(page);
  await page.evaluate(() => {
    const p = document.createElement("p");
    p.textContent = "Left behind";
    p.title = "Here too";
    document.querySelector("main")!.append(p);
  });
  expect(await leftBehind(page)).toEqual(["Left behind", "title: Here too"]);
});
