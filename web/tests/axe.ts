import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds serious or critical on the page as it stands; `rules` if not all are asked. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .exclude("[hidden]")
    .exclude("svg.ground")
    // No page of its own for the report, and no list of all that is well.
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  const found = await (rules ? axe.withRules(rules) : axe).analyze();
  const at = page.url().split("#")[0];
  return found.violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${at}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html)}`);
}
