import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { findings } from "./axe";
import { smallBattle } from "./hand";
import { program } from "./server";
import type { Standing } from "../src/types/Standing";
import { ask, begin, expect, goOn, test } from "./table";

for (const book of ["bbdba-acw", "chakoten-acw", "chakoten-napoleonic", "tricolore", "newbury-napoleonic"]) {
  test(`${book}: at the end the battle is saved as a file that verifies, and as a page that plays without a server`, async ({
    browser,
    server,
    page,
  }) => {
    const b = await smallBattle(server, book);
    while (await goOn(server, b));
    await page.goto(`/play#${b.token("A")}`);
    const end = page.locator("dialog[open]");
    await expect(end.locator("#end-title")).toBeVisible();

    const [file] = await Promise.all([
      page.waitForEvent("download"),
      end.getByRole("button", { name: "Save the battle file" }).click(),
    ]);
    // Named after the battle.
    expect(file.suggestedFilename()).toMatch(/^((four|three)-against-\w+|the-hamlet|a-small-one)\.json$/);
    const said = execFileSync(program(), ["battle", "verify", await file.path()], { encoding: "utf8" });
    expect(said).not.toBe("");

    const [replay] = await Promise.all([
      page.waitForEvent("download"),
      end.getByRole("button", { name: "Save as a web page" }).click(),
    ]);
    const at = test.info().outputPath("battle.html");
    await replay.saveAs(at);
    const why = await end.locator("p").nth(1).innerText();

    // No server, no network.
    const alone = await browser.newContext({ offline: true });
    const asked: string[] = [];
    alone.on("request", (r) => {
      if (!r.url().startsWith("file:") && !r.url().startsWith("data:")) asked.push(r.url());
    });
    const film = await alone.newPage();
    await film.goto(pathToFileURL(at).href);
    await expect(film.getByRole("group", { name: /^The table/ })).toBeVisible();
    const moment = film.getByRole("slider", { name: "Moment" });
    await expect(moment).toHaveValue("0");
    const last = Number(await moment.getAttribute("max"));
    expect(last).toBeGreaterThan(3);
    const block = film.locator("[data-piece]").first();
    const before = await film.locator("[data-piece]").count();
    expect(before).toBeGreaterThan(5);
    await expect(block).toBeVisible();
    await film.getByRole("combobox", { name: "Speed" }).selectOption({ index: 6 });
    await film.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(async () => Number(await moment.inputValue())).toBeGreaterThan(1);
    await moment.fill(String(last));
    await film.locator(".log .line").last().click();
    await expect(
      film.getByRole("dialog").getByRole("heading", { name: "The rules that decided" }),
    ).toBeVisible();
    await film.keyboard.press("Escape");
    expect(await findings(film)).toEqual([]);
    await film.getByRole("button", { name: "Result" }).click();
    expect(await film.locator("dialog[open]").innerText()).toContain(why.split("\n")[0]);
    expect(asked).toEqual([]);
    await alone.close();
  });
}

test("a moment is marked with a note, and its shared link opens there", async ({
  browser,
  server,
  baseURL,
}) => {
  const b = await smallBattle(server, "chakoten-acw", { spectators: "all" });
  while (await goOn(server, b));
  const context = await browser.newContext({ baseURL, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await page.goto(`/play#${b.token("A")}`);
  await page.getByRole("button", { name: "Look at the table" }).click();
  const moment = page.getByRole("slider", { name: "Moment" });
  const last = Number(await moment.inputValue());
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Previous moment" }).click();
  const here = String(last - 2);
  await expect(moment).toHaveValue(here);
  await page.getByRole("button", { name: "Bookmark this moment" }).click();
  await page.getByRole("textbox", { name: /Note for moment/ }).fill("Here it <b>turned</b>");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Bookmark: Here it <b>turned</b>" })).toBeVisible();
  await page.locator("#panel").getByRole("button", { name: "Copy a link to this moment" }).click();
  await expect(page.getByText("A link to this moment is copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`&m=${here}`);

  const other = await browser.newContext({ baseURL });
  const shared = await other.newPage();
  await shared.goto(link);
  await expect(shared.getByRole("slider", { name: "Moment" })).toHaveValue(here);
  // The mark is the seat's own, wherever it sits.
  await shared.getByRole("tab", { name: "Bookmarks" }).click();
  await shared.getByRole("button", { name: "Next moment" }).click();
  await shared.locator("#panel .go", { hasText: "Here it <b>turned</b>" }).click();
  await expect(shared.getByRole("slider", { name: "Moment" })).toHaveValue(here);
  // A spectator's link shows the spectator's own film there.
  await shared.goto("about:blank");
  await shared.goto(`/watch#${b.token("spectator")}&m=1`);
  await expect(shared.getByRole("slider", { name: "Moment" })).toHaveValue("1");
  await shared.getByRole("tab", { name: "Bookmarks" }).click();
  await expect(shared.getByText("No bookmarks yet.")).toBeVisible();
  await context.close();
  await other.close();
});

test("spectators of an open battle wait, see it go on, and the table opens by itself at the end", async ({
  page,
  server,
}) => {
  const b = await smallBattle(server, "chakoten-acw", { spectators: "open" });
  await page.goto(`/watch#${b.token("spectator")}`);
  const stands = page.getByRole("status");
  await expect(stands).toContainText("Before the first turn. Waiting for Union and Confederates.");
  await page.evaluate(() => ((window as unknown as { same: boolean }).same = true));
  const turn = async () => (await ask<{ turn: number }>(server, b.token("A"), "/api/seat")).turn;
  while ((await turn()) < 2) await goOn(server, b);
  await expect(stands).toContainText("Turn 2");
  await expect(page.locator("[data-piece]")).toHaveCount(0);
  while (await goOn(server, b));
  await expect(page.getByRole("group", { name: /^The table/ })).toBeVisible();
  await expect(page.locator("[data-piece]")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Skip", exact: true }).click();
  await expect(page.locator("#end-title")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true);
});

test("spectators who follow behind are shown the turns that are old enough, and every player is told", async ({
  browser,
  page,
  server,
  baseURL,
}) => {
  await page.goto("/");
  await page.getByRole("radio", { name: /With a friend/ }).check({ force: true });
  await page.getByLabel("Spectators").selectOption("behind");
  await page.getByLabel(/^Turns behind/).selectOption("1");
  const [begun] = await Promise.all([
    page.waitForRequest("**/api/battles"),
    page.getByRole("button", { name: "Start the battle" }).click(),
  ]);
  expect((begun.postDataJSON() as { spectators: unknown }).spectators).toEqual({ behind: 1 });

  const seats = { A: "person", B: "person" };
  const book = { book: "chakoten-acw", scenario: "two-brigades" };
  const b = await begin(server, { ...book, seats, seed: "behind", spectators: { behind: 1 } });
  await page.goto(`/play#${b.token("A")}`);
  await expect(page.getByText("Spectators see the troops of both sides, one turn behind.")).toBeVisible();
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const watcher = await context.newPage();
  await watcher.goto(`/watch#${b.token("spectator")}`);
  await expect(watcher.getByText(/follow this battle one turn behind/)).toBeVisible();
  await expect(watcher.getByRole("status")).not.toContainText(/Turn|Waiting/);
  const turn = async (seat: string) => (await ask<{ turn: number }>(server, b.token(seat), "/api/seat")).turn;
  while ((await turn("A")) < 2 && (await goOn(server, b)));
  // The table opens by itself, and shows what was before the first turn.
  await expect(watcher.locator("[data-piece]")).not.toHaveCount(0);
  expect(await turn("spectator")).toBe(0);
  await expect(watcher.getByText("You follow the battle one turn behind.")).toBeVisible();
  while ((await turn("A")) < 3 && (await goOn(server, b)));
  await expect.poll(() => turn("spectator")).toBe(1);
  const { version } = await ask<Standing>(server, b.token("A"), "/api/seat");
  await ask(server, b.token("A"), "/api/seat/answer", { key: "up", version, answer: { do: "resign" } });
  await expect(watcher.getByText("You follow the battle one turn behind.")).toHaveCount(0);
  expect(await turn("spectator")).toBe(3);
  await context.close();
});

test("spectators who may see all see the pieces move without loading again", async ({ page, server }) => {
  const b = await smallBattle(server, "bbdba-acw", { spectators: "all" });
  await page.addInitScript(() => localStorage.setItem("vedette.speed", "16"));
  await page.goto(`/watch#${b.token("spectator")}`);
  await expect(page.locator("[data-piece]")).not.toHaveCount(0);
  const moment = page.getByRole("slider", { name: "Moment" });
  const was = Number(await moment.getAttribute("max"));
  const turn = async () => (await ask<{ turn: number }>(server, b.token("A"), "/api/seat")).turn;
  const first = await turn();
  while ((await turn()) <= first && (await goOn(server, b)));
  await expect.poll(async () => Number(await moment.getAttribute("max"))).toBeGreaterThan(was);
  await expect(page.getByText(/Connection lost/)).toHaveCount(0);
});
