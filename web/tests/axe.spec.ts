import { AxeBuilder } from "@axe-core/playwright";
import { smallBattle } from "./hand";
import { expect, PHONE, test } from "./table";

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

for (const colorScheme of ["light", "dark"] as const) {
  for (const [size, viewport] of [
    ["desktop", { width: 1280, height: 860 }],
    ["phone", PHONE],
  ] as const) {
    test(`no serious finding: ${colorScheme}, ${size}`, async ({ page, server }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(viewport);
      const seats: string[] = [];
      for (const book of ["bbdba-acw", "chakoten-acw"]) {
        seats.push(`/play#${(await smallBattle(server, book)).token("A")}`);
      }
      for (const at of [...PAGES, ...seats]) {
        // A new hash alone would be no new page.
        await page.goto("about:blank");
        await page.goto(at);
        if (at.startsWith("/play")) await expect(page.locator(".orders")).toBeVisible();
        else await page.waitForLoadState("networkidle");
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
        const axe = new AxeBuilder({ page }).exclude("[hidden]").exclude("svg.ground");
        // By lamplight only the colours are others.
        const found = await (colorScheme === "dark" ? axe.withRules(["color-contrast"]) : axe).analyze();
        const bad = found.violations.filter((v) => v.impact === "serious" || v.impact === "critical");
        expect
          .soft(
            bad.map(
              (v) =>
                `${at.split("#")[0]}: ${v.id}: ${v.nodes
                  .slice(0, 3)
                  .map((n) => n.html)
                  .join(" | ")}`,
            ),
          )
          .toEqual([]);
      }
    });
  }
}
