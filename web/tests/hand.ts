import { expect, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import type { Server } from "./server";
import { ask, begin } from "./table";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The small battle of a book. */
export function small(book: string): { name: string; text: string } {
  return {
    name: `${book}.toml`,
    text: readFileSync(join(import.meta.dirname, "scenarios", `${book}.toml`), "utf8"),
  };
}

export type Standing = {
  turn: number;
  version: number;
  moments: number;
  yours: boolean;
  waits_for: string[];
  ending: { winner: number | null; why: string } | null;
};

/** A battle of two persons from the small scenario of a book. */
export function smallBattle(
  server: Server,
  book: string,
  more: { seed?: string; umpire?: boolean; spectators?: string } = {},
) {
  return begin(server, { book, scenario: small(book), seats: { A: "person", B: "person" }, ...more });
}

/** With what the hand does it. */
export type By = "mouse" | "keys" | "touch";

/** What can be done on the page just now. */
type Sight = {
  ended: boolean;
  late: boolean;
  asks: string;
  offers: number;
  hidden: boolean;
  ends: number;
  draft: boolean;
  give: boolean;
  refused: string;
  movable: string[];
};

/** A person at a seat, who sees only the page. */
export class Hand {
  /** What this hand did, a word each. */
  readonly did: string[] = [];
  private asked = "";
  private moved = 0;
  private cdp: CDPSession | null = null;

  private constructor(
    readonly page: Page,
    readonly side: "A" | "B",
    readonly by: By,
  ) {}

  static async sit(context: BrowserContext, token: string, side: "A" | "B", by: By = "mouse"): Promise<Hand> {
    const page = await context.newPage();
    // A turn is played back in a moment, not in half a minute.
    await page.addInitScript(() => localStorage.setItem("vedette.speed", "16"));
    await page.goto(`/play#${token}`);
    await expect(page.getByRole("group", { name: /^The table/ })).toBeVisible();
    return new Hand(page, side, by);
  }

  private look(): Promise<Sight> {
    return this.page.evaluate(() => {
      const q = (s: string) => document.querySelector(s);
      const shown = (e: Element | null) => e !== null && (e as HTMLElement).getClientRects().length > 0;
      const give = q(".foot .give") as HTMLButtonElement | null;
      const late = [...document.querySelectorAll("button")].some((b) =>
        /^(Skip|Back) to now$/.test(b.textContent?.trim() ?? ""),
      );
      return {
        ended: q("#end-title") !== null,
        late,
        asks: shown(q(".orders")) ? (q(".orders .says")?.textContent?.trim() ?? "") : "",
        offers: document.querySelectorAll(".offers .offer:not(:disabled)").length,
        hidden: [...document.querySelectorAll(".orders .clear")].some((b) =>
          /^show\s+(all\s+)?\d+/.test(b.textContent?.trim() ?? ""),
        ),
        ends: document.querySelectorAll(".foot button:not(.give):not(:disabled)").length,
        draft: give !== null,
        give: give !== null && !give.disabled,
        refused: q(".orders .refusal")?.textContent?.trim() ?? "",
        movable: [...document.querySelectorAll("[data-piece].movable, .movable[data-piece]")].map(
          (e) => e.getAttribute("data-piece") ?? "",
        ),
      };
    });
  }

  /** Does the next thing. `false` when nothing is asked of this seat now. */
  async act(): Promise<boolean> {
    const s = await this.look();
    if (s.ended) return false;
    if (s.late) {
      await this.press(this.page.getByRole("button", { name: /^(Skip|Back) to now$/ }).first());
      return true;
    }
    if (s.asks === "") return false;
    if (s.asks !== this.asked) {
      this.asked = s.asks;
      this.moved = 0;
    }
    // A few units are moved by hand; what is not sketched is chosen; then on.
    if (s.draft && s.movable.length > 0 && this.moved < 2) {
      const piece = s.movable[this.moved % s.movable.length] ?? "";
      this.moved++;
      await this.move(piece);
      await this.page.waitForTimeout(30);
      const after = await this.settled();
      if (after.refused) this.did.push("refused");
      else this.did.push("moved");
      // Where moves are given in one by one this one goes now.
      if (after.give && after.ends > 0) await this.giveIn();
      return true;
    }
    if (s.give) {
      await this.giveIn();
      return true;
    }
    if (s.ends > 0 && (s.draft || s.offers === 0)) {
      await this.choose(".foot button:not(.give):not(:disabled)", "ended");
      return true;
    }
    if (s.offers > 0) {
      await this.choose(".offers .offer:not(:disabled)", "chose");
      return true;
    }
    if (s.hidden) {
      await this.press(this.page.locator(".orders .clear", { hasText: /^\s*show/ }).first());
      return true;
    }
    return false;
  }

  private async settled(): Promise<Sight> {
    for (let i = 0; i < 40; i++) {
      const s = await this.look();
      if (s.give || s.refused) return s;
      await this.page.waitForTimeout(25);
    }
    return this.look();
  }

  private async choose(selector: string, what: string) {
    await this.answered(() => this.press(this.page.locator(selector).first()));
    this.did.push(what);
  }

  private async giveIn() {
    await this.answered(async () => {
      await this.press(this.page.locator(".foot .give"));
      const sure = this.page.locator("dialog[open]").getByRole("button", { name: "Give in" });
      if (await sure.isVisible()) await this.press(sure);
    });
    this.did.push("gave in");
  }

  /** Waits until the server has heard the answer. */
  private async answered(does: () => Promise<void>) {
    const heard = this.page.waitForResponse((r) => r.url().endsWith("/api/seat/answer"), { timeout: 10_000 });
    await does();
    await heard;
  }

  /** Presses a button with the means of this hand. */
  private async press(target: ReturnType<Page["locator"]>) {
    if (this.by === "keys") {
      await this.tabTo(await target.elementHandle());
      await this.page.keyboard.press("Enter");
    } else if (this.by === "touch") await target.tap();
    else await target.click();
  }

  /** Goes on with Tab until the focus is there. */
  private async tabTo(element: unknown) {
    for (let i = 0; i < 200; i++) {
      const there = await this.page.evaluate((e) => document.activeElement === e, element as never);
      if (there) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error("Tab never comes there");
  }

  /** Moves a unit a little towards the enemy. */
  private async move(id: string) {
    const ahead = this.side === "A" ? -1 : 1;
    const block = this.page.locator(`[data-piece="${CSS_escape(id)}"]`).first();
    if (this.by === "keys") {
      for (let i = 0; i < 200; i++) {
        const on = await this.page.evaluate(() => document.activeElement?.getAttribute("data-piece") ?? "");
        if (on === id) break;
        // Tab comes to the table's units; from there each next one.
        await this.page.keyboard.press(on === "" ? "Tab" : "]");
      }
      await this.page.keyboard.press("m");
      for (let i = 0; i < 3; i++) await this.page.keyboard.press(ahead < 0 ? "ArrowUp" : "ArrowDown");
      await this.page.keyboard.press("Enter");
      return;
    }
    const box = await block.boundingBox();
    if (!box) return;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const to = y + ahead * 22;
    if (this.by === "touch") {
      this.cdp ??= await this.page.context().newCDPSession(this.page);
      const touch = (type: string, at: number) =>
        this.cdp?.send("Input.dispatchTouchEvent", {
          type: type as "touchStart",
          touchPoints: type === "touchEnd" ? [] : [{ x, y: at }],
        });
      await touch("touchStart", y);
      for (let i = 1; i <= 4; i++) await touch("touchMove", y + ((to - y) * i) / 4);
      await touch("touchEnd", to);
      return;
    }
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x, (y + to) / 2);
    await this.page.mouse.move(x, to);
    await this.page.mouse.up();
  }
}

/** Quotes an id for a selector, as the browser's own `CSS.escape` would. */
function CSS_escape(id: string): string {
  return id.replaceAll(/["\\]/g, "\\$&");
}

/** Lets both sides play until the battle is over. */
export async function playOut(hands: Hand[], seconds = 100): Promise<void> {
  const until = Date.now() + seconds * 1000;
  let idle = 0;
  while (Date.now() < until) {
    let stirred = false;
    for (const h of hands) if (await h.act()) stirred = true;
    if (await over(hands)) return;
    idle = stirred ? 0 : idle + 1;
    if (idle > 200) break;
    if (!stirred) await hands[0]?.page.waitForTimeout(50);
  }
  const stuck = await Promise.all(hands.map((h) => h.page.locator("aside").innerText()));
  throw new Error(
    `the battle did not end; on the pages stands:\n${stuck.map((t) => t.slice(0, 600)).join("\n---\n")}`,
  );
}

async function over(hands: Hand[]): Promise<boolean> {
  for (const h of hands) if ((await h.page.locator("#end-title").count()) === 0) return false;
  return true;
}

/** What the server says the battle came to is on every page. */
export async function checkEnding(server: Server, token: string, hands: Hand[]): Promise<Standing> {
  const s = await ask<Standing>(server, token, "/api/seat");
  expect(s.ending).not.toBeNull();
  for (const h of hands) {
    await expect(h.page.locator("dialog[open]")).toContainText(s.ending?.why ?? "?");
  }
  return s;
}
