import type { Page } from "@playwright/test";
import axe from "axe-core";

/** What axe finds serious or critical on the page as it stands. */
export async function findings(page: Page): Promise<string[]> {
  // Half a megabyte that takes as long to read as a page takes to be looked at: once for each page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(() =>
    // No list of all that is well.
    (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: [["[hidden]"], ["svg.ground"]] },
      { resultTypes: ["violations"] },
    ),
  );
  const at = page.url().split("#")[0];
  return found.violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${at}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html)}`);
}
