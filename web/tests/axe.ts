import type { Page } from "@playwright/test";
import axe from "axe-core";

/** What axe finds serious or critical on the page as it stands; `rules` if not all are asked. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // Half a megabyte that takes as long to read as a page takes to be looked at: once for each page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    ({ rules }) =>
      (window as unknown as { axe: typeof axe }).axe.run(
        { exclude: [["[hidden]"], ["svg.ground"]] },
        // No list of all that is well.
        { resultTypes: ["violations"], ...(rules ? { runOnly: { type: "rule", values: rules } } : {}) },
      ),
    { rules },
  );
  const at = page.url().split("#")[0];
  return found.violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${at}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html)}`);
}
