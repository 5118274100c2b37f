import {
  errors,
  expect,
  type BrowserContext,
  type CDPSession,
  type Locator,
  type Page,
  type Response,
} from "@playwright/test";
import type { Spectators } from "../src/types/Spectators";
import type { Server } from "./server";
import { ask, begin } from "./table";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A scenario of the tests. */
export function scenario(name: string): { name: string; text: string } {
  const text = readFileSync(join(import.meta.dirname, "scenarios", `${name}.toml`), "utf8");
  return { name: `${name}.toml`, text };
}

export type Standing = {
  turn: number;
  version: number;
  moments: number;
  yours: boolean;
  waits_for: string[];
  ending: { winner: number | null; why: string } | null;
};

/** A battle of two persons from the small scenario of a book, with the same dice every time: one that is lost before anybody has moved
 * proves nothing. */
export function smallBattle(
  server: Server,
  book: string,
  more: { seed?: string; umpire?: boolean; spectators?: Spectators } = {},
) {
  const seats = { A: "person", B: "person" };
  return begin(server, { book, scenario: scenario(book), seats, seed: "dice of a small battle", ...more });
}

/** With what the hand does it. */
/** Where something stands on the screen, when it does: what is just being drawn anew stands nowhere for a moment. */
export async function where(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let box: Awaited<ReturnType<Locator["boundingBox"]>> = null;
  await expect.poll(async () => (box = await what.boundingBox())).not.toBeNull();
  return box!;
}

export type By = "mouse" | "keys" | "touch";

/** What can be done on the page just now. */
type Sight = {
  ended: boolean;
  late: boolean;
  /** It is asked whether that is meant. */
  sure: boolean;
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
  /** The page says how the battle ended. */
  ended = false;
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
        sure: q("dialog[open] :is(#missing-title, #replace-title)") !== null,
        asks: shown(q(".orders")) ? (q(".orders .says")?.textContent?.trim() ?? "") : "",
        offers: document.querySelectorAll(".offers .offer:not(:disabled)").length,
        hidden: [...document.querySelectorAll(".orders .clear")].some((b) =>
          /^Show all \d+/.test(b.textContent?.trim() ?? ""),
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

  /** Does the next thing. `false` when nothing is asked of this seat now, or what is to be left alone. */
  async act(leave?: RegExp): Promise<boolean> {
    const s = await this.look();
    this.ended = s.ended;
    if (s.ended) return false;
    if (s.late) {
      // The playback ends by itself; whoever looks on needs not wait for it.
      const skip = this.page.getByRole("button", { name: /^(Skip|Back) to now$/ }).first();
      if (this.by !== "keys") await skip.click({ timeout: 300 }).catch(() => {});
      else await this.page.waitForTimeout(40);
      return true;
    }
    if (s.sure) {
      await this.makeSure();
      return true;
    }
    if (s.asks === "" || leave?.test(s.asks)) return false;
    if (s.asks !== this.asked) {
      this.asked = s.asks;
      this.moved = 0;
    }
    // Two units are moved by hand wherever units are moved; what is not sketched is chosen; then on.
    if (s.draft && s.movable.length > 0 && this.moved < 2 && /\b(move|orders?)\b/i.test(s.asks)) {
      const piece = s.movable[this.moved % s.movable.length] ?? "";
      this.moved++;
      await this.move(piece);
      const after = await this.settled();
      this.did.push(after.refused ? "refused" : "moved");
      // Where moves are made one by one this one goes now.
      if (after.give && after.ends > 0) await this.send();
      return true;
    }
    if (s.give) await this.send();
    else if (s.offers > 0 && !/\bmove\b/i.test(s.asks))
      await this.choose(".offers .offer:not(:disabled)", "chose");
    else if (s.ends > 0) await this.choose(".foot button:not(.give):not(:disabled)", "ended");
    else if (s.offers > 0) await this.choose(".offers .offer:not(:disabled)", "chose");
    else if (s.hidden) await this.press(this.page.locator(".orders .clear", { hasText: /^\s*Show/ }).first());
    else return false;
    return true;
  }

  private async settled(): Promise<Sight> {
    for (let i = 0; i < 40; i++) {
      const s = await this.look();
      if (s.give || s.refused || s.late || s.asks !== this.asked) return s;
      await this.page.waitForTimeout(25);
    }
    return this.look();
  }

  private async choose(selector: string, what: string) {
    if (await this.answered(() => this.press(this.page.locator(selector).first()))) this.did.push(what);
  }

  private async send() {
    const gave = await this.answered(async () => {
      if (!(await this.press(this.page.locator(".foot .give")))) return false;
      return (await this.sure.isVisible()) ? this.press(this.sure) : true;
    });
    if (gave) this.did.push("sent");
  }

  private get sure() {
    return this.page.locator("dialog[open] .primary");
  }

  private async makeSure() {
    if (await this.answered(() => this.press(this.sure))) this.did.push("sent");
  }

  /** Waits until the server has heard the answer. `false` if the page went on before the hand came down. */
  private async answered(does: () => Promise<boolean>): Promise<boolean> {
    let sent: () => void = () => {};
    const heard = new Promise<void>((ok) => (sent = ok));
    const hear = (r: Response) => {
      if (r.url().endsWith("/api/seat/answer")) sent();
    };
    this.page.on("response", hear);
    try {
      if (!(await does())) return false;
      await Promise.race([heard, this.page.waitForTimeout(3000)]);
      return true;
    } finally {
      this.page.off("response", hear);
    }
  }

  /** Presses a button with the means of this hand. `false` if it went away meanwhile, because the battle went on. */
  private async press(target: Locator): Promise<boolean> {
    try {
      if (this.by === "keys") {
        if (!(await this.tabTo(target))) return false;
        await this.page.keyboard.press("Enter");
      } else if (this.by === "touch") await target.tap({ timeout: 1500 });
      else await target.click({ timeout: 1500 });
      return true;
    } catch (e) {
      if (e instanceof errors.TimeoutError) return false;
      throw e;
    }
  }

  /** Goes on with Tab, or back with Shift+Tab, until the focus is there. */
  private async tabTo(target: Locator): Promise<boolean> {
    for (let tries = 0; tries < 150; tries++) {
      // How far it is, by the order of what can have the focus; then the keys are really pressed and it is looked again.
      const far = await target.evaluateAll((all) => {
        const to = all[0];
        if (!to || (to as HTMLButtonElement).disabled) return null;
        const modal = document.querySelector("dialog[open]") ?? document;
        const stops = [
          ...modal.querySelectorAll<HTMLElement | SVGElement>(
            "a[href], button, input, select, textarea, summary, [tabindex]",
          ),
        ].filter((e) => e.tabIndex >= 0 && !(e as HTMLButtonElement).disabled && e.checkVisibility());
        const at = stops.indexOf(document.activeElement as HTMLElement);
        const there = stops.indexOf(to as HTMLElement);
        return to === document.activeElement ? 0 : there < 0 ? 1 : at < 0 ? 1 : there - at;
      });
      if (far === null) return false;
      if (far === 0) return true;
      // Where that order is not the browser's: one by one.
      const steps = tries < 4 ? Math.abs(far) : 1;
      const key = tries < 4 && far < 0 ? "Shift+Tab" : "Tab";
      for (let i = 0; i < steps; i++) await this.page.keyboard.press(key);
    }
    throw new Error("Tab never comes there");
  }

  /** Moves a unit a little towards the enemy. */
  private async move(id: string) {
    const ahead = this.side === "A" ? -1 : 1;
    const block = this.page.locator(`[data-piece="${CSS_escape(id)}"]`).first();
    if (this.by === "keys") {
      // Tab comes to one of the table's units; from there each next one.
      if (!(await this.tabTo(this.page.locator('[data-piece][tabindex="0"]').first()))) return;
      for (let i = 0; i < 60; i++) {
        const on = await this.page.evaluate(() => document.activeElement?.getAttribute("data-piece") ?? "");
        if (on === id) break;
        await this.page.keyboard.press("]");
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
export async function playOut(hands: Hand[], seconds = 240): Promise<void> {
  const until = Date.now() + seconds * 1000;
  let stirredAt = Date.now();
  while (Date.now() < until) {
    let stirred = false;
    for (const h of hands) if (await h.act()) stirred = true;
    if (hands.every((h) => h.ended)) return;
    // Long, for a machine that has other things to do.
    if (stirred) stirredAt = Date.now();
    else if (Date.now() - stirredAt > 60_000) break;
    if (!stirred) await hands[0]?.page.waitForTimeout(40);
  }
  const stuck = await Promise.all(hands.map((h) => h.page.locator("aside").innerText()));
  throw new Error(
    `the battle did not end; on the pages stands:\n${stuck.map((t) => t.slice(0, 600)).join("\n---\n")}`,
  );
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
