import { expect, PHONE, test } from "./table";

const chance = "section.odds td.n:not(.sofar)";

// How many dice are wanted is learned by giving too few.
const TOO_FEW = /status of 4(00|22) .*\/(judge|odds)\)/;
test.beforeEach(({ faults }) => faults.borne(TOO_FEW));

test("odds change as the form changes, and the link brings them back", async ({ page }) => {
  await page.goto("/desk");
  await page.getByRole("link", { name: /Close combat/ }).click();
  await expect(page).toHaveURL(/\/desk\/bbdba-acw\/close-combat/);
  await expect(page.locator(chance)).toHaveCount(4);
  const before = await page.locator(chance).allTextContents();
  expect(before.map((t) => parseFloat(t)).reduce((a, b) => a + b, 0)).toBeCloseTo(100, 0);
  await page
    .getByRole("checkbox", { name: "It touches a command element of its own side." })
    .first()
    .uncheck();
  await expect.poll(() => page.locator(chance).allTextContents()).not.toEqual(before);
  const after = await page.locator(chance).allTextContents();
  const link = page.url();
  expect(link).toContain("#");
  await page.goto("/");
  await page.goto(link);
  await expect.poll(() => page.locator(chance).allTextContents()).toEqual(after);
  await page.getByRole("button", { name: "Start from the example" }).click();
  await expect.poll(() => page.locator(chance).allTextContents()).toEqual(before);
});

test("dice are entered by hand as many as the book wants, and the ruling says by which clauses", async ({
  page,
}) => {
  await page.goto("/desk/chakoten-acw/shock");
  const ruling = page.getByRole("region", { name: "The ruling" });
  await expect(ruling.getByRole("status")).toContainText("2 dice needed");
  await ruling.getByRole("button", { name: "Enter a 4" }).click();
  await expect(ruling.getByRole("status")).toContainText("One more needed");
  await ruling.getByRole("button", { name: "Enter a 6" }).click();
  await expect(ruling.locator("p.says")).toBeVisible();
  await expect(ruling.getByRole("cell", { name: "support unit" })).toBeVisible();
  const says = await ruling.locator("p.says").textContent();
  await expect(page.locator("section.odds tr.fell")).toContainText(says ?? "?");
  await ruling.getByRole("link", { name: "07.03.2" }).first().click();
  await expect(page).toHaveURL(/\/rules\/chakoten-acw#07\.03\.2/);
  await expect(page.locator("article.here h3")).toHaveText("Shock roll");
  await page.goBack();
  // The same dice are still on the desk.
  await expect(ruling.locator("p.says")).toHaveText(says ?? "?");
});

test("the server rolls when asked, and what needs no dice is judged at once", async ({ page }) => {
  await page.goto("/desk/bbdba-acw/torrent");
  await page.getByRole("button", { name: "Roll the dice" }).click();
  await expect(page.locator(".ruling .says")).toBeVisible();
  await page.goto("/desk/chakoten-acw/march-time");
  await expect(page.locator(".ruling .says")).toContainText("of a turn");
  await expect(page.getByRole("button", { name: /Roll/ })).toHaveCount(0);
});

test("what is wrong stands beside its field", async ({ page }) => {
  await page.goto("/desk/bbdba-acw/torrent");
  await page.getByLabel("Elements", { exact: true }).fill("900");
  await expect(page.locator("#f-elements-wrong")).toContainText("from 1 to 36");
  await page.getByLabel("Elements", { exact: true }).fill("2");
  await expect(page.locator("#f-elements-wrong")).toHaveCount(0);
  await expect(page.locator(chance)).toHaveCount(3);
});

test("the latest form wins, however slow an older answer is", async ({ page }) => {
  await page.goto("/desk/bbdba-acw/torrent");
  await expect(page.locator(chance).first()).toBeVisible();
  let first = true;
  await page.route("**/odds", async (r) => {
    if (first) {
      first = false;
      await new Promise((ok) => setTimeout(ok, 1500));
    }
    await r.continue();
  });
  await page.getByLabel("Elements", { exact: true }).fill("5");
  await page.waitForTimeout(300);
  await page.getByLabel("Elements", { exact: true }).fill("1");
  await expect(page.locator(chance)).toHaveCount(2);
  await page.waitForTimeout(1700);
  await expect(page.locator(chance)).toHaveCount(2);
});

test("every procedure of both books opens with its example judged or its dice wanted", async ({
  page,
  server,
}) => {
  for (const book of ["bbdba-acw", "chakoten-acw", "chakoten-napoleonic"]) {
    const all = (await (await fetch(`${server.url}/api/books/${book}/procedures`)).json()) as {
      name: string;
      title: string;
    }[];
    await page.goto(`/desk/${book}`);
    await page
      .getByRole("link", { name: all[0]?.title ?? "" })
      .first()
      .click();
    for (const p of all) {
      await page.locator("#desk-procedure").selectOption(`${book}/${p.name}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(p.title);
      await expect(page.locator(chance).first(), p.name).toBeVisible();
      await expect(page.locator(".form [role=alert]"), p.name).toHaveCount(0);
    }
  }
});

test("on a phone the dice are within reach of a thumb", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/desk/bbdba-acw/close-combat");
  const bar = page.locator(".reach");
  await expect(bar).toContainText("%");
  const box = await bar.boundingBox();
  expect(box && box.y + box.height).toBeCloseTo(PHONE.height, 0);
  await bar.getByRole("button", { name: "Roll" }).click();
  await expect(page.locator(".ruling .says")).toBeInViewport();
});
