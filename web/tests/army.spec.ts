import { readFileSync } from "node:fs";
import { expect, test } from "./table";

test("an army is built from the list, priced, set right and kept as a file", async ({ page }) => {
  await page.goto("/army");
  await expect(page.getByRole("heading", { name: "Build an army", exact: true })).toBeVisible();
  await page.getByLabel("Nation").selectOption("france");
  await page.getByLabel("Year").fill("1809");
  const add = page.getByLabel("Add a unit").first();
  await add.selectOption("line-battalion");
  const total = page.locator(".sums .total");
  await expect(total).toContainText("points");
  const one = await total.textContent();
  await add.selectOption("line-battalion");
  await expect.poll(() => total.textContent()).not.toBe(one);
  await expect(page.getByText("This army is lawful.")).toBeVisible();

  // Too few points are agreed: it is said, with what would be right, and gone when it is mended.
  await page.getByLabel("Points agreed").fill("50");
  await expect(page.locator(".mistakes li").first()).toBeVisible();
  await page.getByLabel("Points agreed").fill("2000");
  await expect(page.getByText("This army is lawful.")).toBeVisible();

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the file" }).click();
  const file = await (await coming).path();
  const text = readFileSync(file, "utf8");
  expect(text).toContain('nation = "france"');
  expect(text.match(/\[\[brigade\.unit\]\]/g)).toHaveLength(2);

  // The file brings it all back.
  await page.goto("/");
  await page.goto("/army");
  await page.getByLabel("Open a file").setInputFiles(file);
  await expect(page.locator("section.roster table tr")).toHaveCount(2);
  await expect(page.getByText("This army is lawful.")).toBeVisible();
});

test("what is typed in the file is in the list, and what is no army is said to be none", async ({ page }) => {
  await page.goto("/army/newbury-napoleonic");
  const file = page.getByRole("textbox", { name: "The file" });
  await file.fill("book = ");
  await expect(page.locator(".mistakes li").first()).toBeVisible();
  await file.fill(
    `book = "newbury-napoleonic"
title = "Typed"
nation = "prussia"
year = 1813
[[brigade]]
code = "P"
general = "Horn"
[[brigade.unit]]
code = "1/7"
kind = "musketeer-battalion"
`,
  );
  await expect(page.getByLabel("Nation")).toHaveValue("prussia");
  await expect(page.locator("section.roster")).toContainText("1/7");
});
