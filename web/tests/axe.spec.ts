import { findings } from "./axe";
import { smallBattle } from "./hand";
import { expect, goOn, PHONE, REFUSED, test } from "./table";

test.describe.configure({ mode: "parallel" });

const PAGES = [
  "/",
  "/desk",
  "/desk/chakoten-acw/shock",
  "/rules",
  "/rules/bbdba-acw",
  "/rules/chakoten-acw/tables",
  "/rules/bbdba-acw/terms",
  "/rules/bbdba-acw/readings",
];

// Each size and each theme once: by lamplight only the colours are others, and on a phone only the places.
for (const [colorScheme, size, viewport] of [
  ["light", "desktop", { width: 1280, height: 860 }],
  ["dark", "phone", PHONE],
] as const) {
  test.describe(`${colorScheme}, ${size}`, () => {
    test.use({ colorScheme, viewport, contextOptions: { reducedMotion: "reduce" } });

    test("no serious finding on the pages", async ({ page, faults }) => {
      faults.borne(/status of 4(00|22) .*\/judge\)/);
      for (const at of PAGES) {
        // A new hash alone would be no new page.
        await page.goto("about:blank");
        await page.goto(at);
        await page.waitForLoadState("networkidle");
        if (at.includes("shock")) {
          await page.getByRole("button", { name: "Roll the dice" }).click();
          await expect(page.locator(".ruling .says")).toBeVisible();
        }
        // All of a book at once are the same few shapes hundreds of times over.
        const box = page.getByRole("searchbox");
        if (await box.count()) await box.fill("flank");
        await page.evaluate(() => {
          for (const d of document.querySelectorAll("details")) d.open = true;
        });
        expect.soft(await findings(page)).toEqual([]);
      }
    });

    for (const book of [
      "bbdba-acw",
      "chakoten-acw",
      "chakoten-napoleonic",
      "tricolore",
      "newbury-napoleonic",
    ]) {
      test(`no serious finding in the middle of a battle of ${book}`, async ({ page, server, faults }) => {
        faults.borne(REFUSED);
        const b = await smallBattle(server, book, { umpire: true });
        for (let i = 0; i < 3; i++) await goOn(server, b);
        await page.goto(`/play#${b.token("A")}`);
        await expect(page.getByRole("group", { name: /^The table/ })).toBeVisible();
        await page.locator("[data-piece]").first().click();
        expect.soft(await findings(page)).toEqual([]);
        for (const tab of ["Log", "Chat", "Bookmarks"]) {
          await page.getByRole("tab", { name: tab }).click();
          if (tab === "Log") await page.locator(".log .line").last().click();
          expect.soft(await findings(page), tab).toEqual([]);
          if (tab === "Log") await page.keyboard.press("Escape");
        }
      });
    }
  });
}
