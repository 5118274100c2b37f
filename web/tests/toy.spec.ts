import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { BrowserContext } from "@playwright/test";
import { checkEnding, Hand, playOut, where } from "./hand";
import { Server, toys } from "./server";
import { ask, begin, expect, goOn, REFUSED, test as base } from "./table";
import type { Board } from "../src/types/Board";

// A book of three hundred lines that is only listed: the page knows nothing of it.
const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server(toys());
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: "worker" },
  ],
});

// Its server is none of the others': these come last, and no worker is left without.
test.describe.configure({ mode: "parallel" });
test.beforeEach(({ faults }) => faults.borne(REFUSED));

const garden = { book: "toy", scenario: "garden", seats: { A: "person", B: "person" } };

for (const by of ["mouse", "keys"] as const)
  test(`the toy book: a whole battle by ${by}, saved, verified and replayed without a server`, async ({
    browser,
    server,
    baseURL,
  }) => {
    const b = await begin(server, { ...garden, seed: by });
    const hands: Hand[] = [];
    for (const side of ["A", "B"] as const) {
      const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
      hands.push(await Hand.sit(context, b.token(side), side, by));
    }
    await playOut(hands);
    await checkEnding(server, b.token("A"), hands);
    for (const h of hands) expect(h.did, h.side).toContain("moved");

    const page = hands[0]!.page;
    const end = page.locator("dialog[open]");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      end.getByRole("button", { name: "Save the battle file" }).click(),
    ]);
    expect(execFileSync(toys(), ["battle", "verify", await file.path()], { encoding: "utf8" })).not.toBe("");
    const [replay] = await Promise.all([
      page.waitForEvent("download"),
      end.getByRole("button", { name: "Save as a web page" }).click(),
    ]);
    const at = test.info().outputPath("battle.html");
    await replay.saveAs(at);
    for (const h of hands) await h.page.context().close();

    const alone = await browser.newContext({ offline: true });
    const film = await alone.newPage();
    await film.goto(pathToFileURL(at).href);
    await expect(film.getByRole("group", { name: /^The table/ })).toBeVisible();
    await expect(film.locator("[data-piece]")).toHaveCount(6);
    const moment = film.getByRole("slider", { name: "Moment" });
    expect(Number(await moment.getAttribute("max"))).toBeGreaterThan(3);
    await moment.fill((await moment.getAttribute("max"))!);
    await film.locator(".log .line").last().click();
    await expect(
      film.getByRole("dialog").getByRole("heading", { name: "The rules that decided" }),
    ).toBeVisible();
    await alone.close();
  });

test("the toy book: a stand that was dragged stands where its ghost stood, and too far it goes as far as the clause lets it", async ({
  browser,
  server,
  baseURL,
}) => {
  const b = await begin(server, garden);
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const { page } = await Hand.sit(context, b.token("A"), "A");
  const spot = async () =>
    (await ask<Board>(server, b.token("A"), "/api/seat/board")).pieces.find((p) => p.id === "R2")!.at;
  const from = await spot();
  const drag = async (by: number) => {
    const box = await where(page.locator('[data-piece="R2"]').first());
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - by / 2);
    await page.mouse.move(x, y - by);
    await page.mouse.up();
    await expect(page.locator(".orders")).toHaveAttribute("aria-busy", "false");
  };
  // Too far: it goes as far as it may, and it is said by which clause; nothing is an error.
  await drag(260);
  await expect(page.locator(".orders .limit")).toContainText("toy.2");
  await expect(page.locator(".orders .refusal")).toHaveCount(0);
  await expect(page.locator('[data-ghost="R2"].illegal')).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await drag(40);
  await expect(page.locator('[data-ghost="R2"]:not(.illegal)').first()).toBeVisible();
  expect(await spot()).toEqual(from);
  await page.locator(".foot .give").click();
  await expect.poll(async () => (await spot()).y).toBeGreaterThan(from.y + 1);
  // How many the enemy has nobody counts before he has fought him.
  const theirs = (await ask<Board>(server, b.token("A"), "/api/seat/board")).pieces.filter((p) => !p.yours);
  expect(theirs.map((p) => p.strength)).toEqual(["", "", ""]);
  await context.close();
});

test("the toy book: umpired, watched, and judged at the desk", async ({ browser, server, baseURL }) => {
  const b = await begin(server, { ...garden, umpire: true, spectators: "all" });
  const contexts: BrowserContext[] = [];
  const sit = async (seat: string) => {
    const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
    contexts.push(context);
    return (await Hand.sit(context, b.token(seat), "A")).page;
  };
  const [chair, watcher] = [await sit("umpire"), await sit("spectator")];
  const box = await where(chair.locator('[data-piece="R1"]').first());
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await chair.mouse.move(x, y);
  await chair.mouse.down();
  await chair.mouse.move(x + 30, y - 60);
  await chair.mouse.move(x + 60, y - 120);
  await chair.mouse.up();
  await expect(chair.locator('[data-ghost="R1"]')).toBeVisible();
  await expect(chair.locator(".foot .give")).toBeDisabled();
  const because = "The cat sat on it.";
  await chair.getByRole("textbox", { name: /Ruling or reason/ }).fill(because);
  await chair.getByRole("textbox", { name: /Ruling or reason/ }).press("Tab");
  await chair.locator(".foot .give").click();
  await watcher.getByRole("tab", { name: "Log" }).click();
  await expect(watcher.locator(".log")).toContainText(because);
  await goOn(server, b);
  await expect(watcher.locator(".log")).toContainText("marches");
  for (const c of contexts) await c.close();

  const desk = await browser.newContext({ baseURL });
  const page = await desk.newPage();
  await page.goto("/desk");
  await expect(page.locator("main")).toContainText(/Firing|Fighting/);
  await page.goto("/rules");
  await expect(page.locator("main")).toContainText("Toy Soldiers");
  await desk.close();
});
