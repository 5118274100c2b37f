import type { BrowserContext } from "@playwright/test";
import type { Board } from "../src/types/Board";
import { Hand, smallBattle, where } from "./hand";
import { ask, expect, test } from "./table";

const UNIT: Record<string, string> = { "chakoten-acw": "2NY", "chakoten-napoleonic": "1/4" };

for (const [book, code] of Object.entries(UNIT)) {
  test(`${book}: the umpire puts a unit right and overrules with a reason; both sides see it and read why`, async ({
    browser,
    server,
    baseURL,
  }) => {
    const b = await smallBattle(server, book, { umpire: true });
    const contexts: BrowserContext[] = [];
    const sit = async (seat: "A" | "B" | "umpire") => {
      const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
      contexts.push(context);
      return (await Hand.sit(context, b.token(seat), seat === "B" ? "B" : "A")).page;
    };
    const [a, other, chair] = [await sit("A"), await sit("B"), await sit("umpire")];
    const unit = async (seat: string, name: RegExp) =>
      (await ask<Board>(server, b.token(seat), "/api/seat/board")).pieces.find((p) => name.test(p.id))!;
    const was = await unit("A", new RegExp(`^${code}$`));

    // He takes the unit up, puts it elsewhere, in another state and with fewer figures.
    const block = chair.locator(`[data-piece="${code}"]`).first();
    const box = await where(block);
    await chair.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await chair.mouse.down();
    await chair.mouse.move(box.x + box.width / 2 - 20, box.y + box.height / 2 + 10);
    await chair.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2 + 20);
    await chair.mouse.up();
    await expect(chair.locator(`[data-ghost="${code}"]`)).toBeVisible();
    await chair.getByRole("spinbutton", { name: /^Figures/ }).fill("21");
    await chair.getByRole("spinbutton", { name: /^Figures/ }).press("Tab");
    // A few states are buttons, more of them a list.
    const worse = chair.locator("fieldset", { hasText: "State of order" }).getByRole("button").nth(1);
    const listed = chair.locator("label", { hasText: "State of order" }).locator("select");
    const words = (await listed.count()) > 0 ? listed.locator("option").nth(1) : worse;
    const state = (await words.innerText()).split(", ")[1]!;
    if ((await listed.count()) > 0) await listed.selectOption({ index: 1 });
    else await worse.click();
    await expect(chair.locator(".list").first()).toContainText(`${code} has 21 figures`);
    // Without a reason it cannot be sent.
    await expect(chair.locator(".foot .give")).toBeDisabled();
    const because = "It stood <b>behind</b> the fence when the shell fell; the ruling is overruled.";
    await chair.getByRole("textbox", { name: /Ruling or reason/ }).fill(because);
    await chair.getByRole("textbox", { name: /Ruling or reason/ }).press("Tab");
    await chair.locator(".foot .give").click();

    for (const page of [a, other, chair]) {
      await page.getByRole("tab", { name: "Log" }).click();
      await expect(page.locator(".log")).toContainText(because);
    }
    const is = await unit("A", new RegExp(`^${code}$`));
    expect(is.strength).toBe("21");
    expect(Math.hypot(is.at.x - was.at.x, is.at.y - was.at.y)).toBeGreaterThan(1);
    await expect(a.locator(`[data-piece="${code}"]`).first()).toHaveAttribute(
      "aria-label",
      new RegExp(state),
    );
    await expect(other.locator(".log")).not.toContainText(code);

    // A ruling in words alone.
    await chair.getByRole("tab", { name: "Orders" }).click();
    const rules = "The fence is no obstacle in this battle.";
    await chair.getByRole("textbox", { name: /Ruling or reason/ }).fill(rules);
    await chair.getByRole("textbox", { name: /Ruling or reason/ }).press("Tab");
    await chair.locator(".foot .give").click();
    for (const page of [a, other]) await expect(page.locator(".log")).toContainText(rules);
    // Afterwards too, for whoever opens the seat anew.
    await a.reload();
    await a.getByRole("tab", { name: "Log" }).click();
    await expect(a.locator(".log")).toContainText(because);
    await expect(a.locator(".log")).toContainText(rules);
    for (const c of contexts) await c.close();
  });
}
