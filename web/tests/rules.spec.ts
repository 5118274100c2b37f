import { expect, test } from "./table";

test("search finds ids, words and the book's own words at once", async ({ page }) => {
  await page.goto("/rules");
  await page.getByRole("link", { name: "Krigsspil fra den amerikanske borgerkrig" }).click();
  await expect(page.locator("article")).toHaveCount(304);
  const box = page.getByRole("searchbox");
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await page.keyboard.type("07.03.2");
  await expect(page.locator(".results article").first()).toHaveAttribute("data-clause", "07.03.2");
  await box.fill("skyttekæde");
  await expect(page.locator(".results article").first()).toContainText("chain");
  await page
    .getByRole("navigation", { name: "Parts of the book" })
    .getByRole("link", { name: /Terms/ })
    .click();
  await expect(page.locator("dt mark").first()).toHaveText(/skyttekæde/i);
  await box.fill("");
  await page
    .getByRole("navigation", { name: "Parts of the book" })
    .getByRole("link", { name: /Rules/ })
    .click();
  await page.getByRole("button", { name: "umpire", exact: true }).click();
  const kinds = await page.locator("article .kind").allTextContents();
  expect(new Set(kinds)).toEqual(new Set(["umpire"]));
});

test("typing stays swift in the largest book", async ({ page }) => {
  await page.goto("/rules/chakoten-acw");
  await expect(page.locator("article")).toHaveCount(304);
  const slow = await page.evaluate(async () => {
    const box = document.querySelector("input[type=search]") as HTMLInputElement;
    let worst = 0;
    for (const q of ["c", "ch", "cha", "chai", "chain", "", "fire", ""]) {
      const from = performance.now();
      box.value = q;
      box.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((ok) => requestAnimationFrame(() => setTimeout(ok)));
      worst = Math.max(worst, performance.now() - from);
    }
    return worst;
  });
  test.info().annotations.push({ type: "worst keystroke", description: `${Math.round(slow)} ms` });
  console.log(`worst keystroke: ${Math.round(slow)} ms`);
});

test("each clause has a link of its own, with its tables and readings beside it", async ({ page }) => {
  await page.goto("/rules/chakoten-acw#07.03.2");
  const clause = page.locator('article[id="07.03.2"]');
  await expect(clause).toHaveClass(/here/);
  await expect(clause.getByRole("heading", { name: "Shock roll", exact: true })).toBeInViewport();
  await expect(clause.getByRole("table")).toHaveCount(2);
  await clause.getByRole("link", { name: "Table XIII", exact: true }).click();
  await expect(page).toHaveURL(/tables#XIII/);
  await expect(page.locator("section.table.here h2")).toBeInViewport();
  await page.goto("/rules/bbdba-acw/readings");
  await expect(page.locator(".reading")).toHaveCount(154);
  await page.goBack();
  await page.goBack();
  await expect(clause).toBeVisible();
});

test("a link to a clause shows it even while something else is searched for", async ({ page }) => {
  await page.goto("/rules/bbdba-acw");
  await page.getByRole("searchbox").fill("zone.2");
  await page.locator(".results article").first().locator(".see a").first().click();
  await expect(page.locator("article.here")).toBeInViewport();
});
