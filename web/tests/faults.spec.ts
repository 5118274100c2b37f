import type { Page } from "@playwright/test";
import { expect, test } from "./table";

// That the others can fail: each of these must.

const ways: [string, (page: Page) => Promise<unknown>][] = [
  ["an error on the console", (page) => page.evaluate(() => console.error("something is wrong"))],
  [
    "an error that nobody caught",
    (page) =>
      page.evaluate(
        () =>
          new Promise((ok) =>
            setTimeout(
              ok,
              50,
              setTimeout(() => nobody()),
            ),
          ),
      ),
  ],
  [
    "a breach of the policy",
    (page) =>
      page.evaluate(() => {
        const s = document.createElement("script");
        s.textContent = "document.title = 'inline'";
        document.head.append(s);
      }),
  ],
];
declare function nobody(): void;

for (const [what, does] of ways) {
  test.fail(`${what} fails a test`, async ({ page }) => {
    await page.goto("/rules");
    await does(page);
  });
  test.fail(`${what} fails a test in a context of its own`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await page.goto("/rules");
    await does(page);
    await context.close();
  });
}

test("an expected fault is forgiven", async ({ page, faults }) => {
  faults.expected(/something is wrong/);
  await page.goto("/rules");
  await page.evaluate(() => console.error("something is wrong"));
  await expect(page.getByRole("heading").first()).toBeVisible();
});
