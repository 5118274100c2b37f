import { AxeBuilder } from "@axe-core/playwright";
import { expect, PHONE, test } from "./table";

const PAGES = [
  "/",
  "/desk",
  "/desk/chakoten-acw/shock",
  "/desk/chakoten-acw/artillery",
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
    test(`no serious finding: ${colorScheme}, ${size}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(viewport);
      for (const at of PAGES) {
        await page.goto(at);
        await page.waitForLoadState("networkidle");
        if (at.includes("shock")) {
          await page.getByRole("button", { name: "Roll the dice" }).click();
          await expect(page.locator(".ruling .says")).toBeVisible();
        }
        // All clauses of a book at once are the same few shapes three hundred times over.
        const box = page.getByRole("searchbox");
        if (await box.count()) await box.fill("fire");
        await page.evaluate(() => {
          for (const d of document.querySelectorAll("details")) d.open = true;
        });
        const found = await new AxeBuilder({ page }).exclude("[hidden]").analyze();
        const bad = found.violations.filter((v) => v.impact === "serious" || v.impact === "critical");
        expect(
          bad.map(
            (v) =>
              `${at}: ${v.id}: ${v.nodes
                .slice(0, 3)
                .map((n) => n.html)
                .join(" | ")}`,
          ),
        ).toEqual([]);
      }
    });
  }
}
