import type { Page } from "@playwright/test";
import { smallBattle } from "./hand";
import { begin, expect, test } from "./table";

/** A battle with so many elements on each side, in ranks. */
function crowd(each: number): string {
  const army = (name: string, edge: string, first: number, back: number, facing: number) => {
    const elements = Array.from({ length: each }, (_, i) => {
      const [x, y] = [300 + (i % 10) * 200, first + Math.floor(i / 10) * back];
      return `  { troop = "rifles", name = "${name} ${i + 1}", x = ${x}, y = ${y}, facing = ${facing} },`;
    });
    return `[[army]]\nname = "${name}"\nedge = "${edge}"\n\n[[army.command]]\nname = "All of ${name}"
commander = { name = "Gen. ${name}", x = 100, y = ${first}, facing = ${facing} }\nelements = [\n${elements.join("\n")}\n]\n`;
  };
  return `book = "bbdba-acw"\ntitle = "A crowd"\nbriefing = "Everybody is here."\nyear = 1863
[table]\nboard = "ordinary"
[setup]\nattacker = "A"\nterrain = "fixed"\ndeployment = "placed"
[house]\nfree_lists = true\nfree_commands = true\nfree_terrain = true\nfree_deployment = true\nno_camps = true\nturn_limit = 3
[terrain]\ntype = "farmland"
${army("Union", "south", 1050, -100, 0)}\n${army("Confederates", "north", 1350, 100, 180)}`;
}

const FRAMES = 60;
/** What a gesture of so many frames cost the main thread, and how many nodes of the page it touched. */
async function gesture(page: Page, by: "pan" | "zoom") {
  const cdp = await page.context().newCDPSession(page);
  // In the thread's own time: what other programs take is not counted.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    const of = (name: string) => (metrics.find((m) => m.name === name)?.value ?? 0) * 1000;
    return {
      script: of("ScriptDuration"),
      style: of("RecalcStyleDuration") + of("LayoutDuration"),
      all: of("TaskDuration"),
    };
  };
  const before = await read();
  const touched = await page.evaluate(
    async ({ by, frames }) => {
      const view = document.querySelector<HTMLElement>(".view")!;
      const r = view.getBoundingClientRect();
      let touched = 0;
      const watch = new MutationObserver((all) => (touched += all.length));
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      // The margin of the table, where nobody stands.
      const [x, y] =
        by === "pan" ? [r.right - 12, r.top + r.height / 2] : [r.left + r.width / 2, r.top + r.height / 2];
      const mouse = (type: string, dx: number, dy: number) =>
        new MouseEvent(type, {
          bubbles: true,
          cancelable: true,
          view: window,
          clientX: x + dx,
          clientY: y + dy,
        });
      const frame = () => new Promise((ok) => requestAnimationFrame(ok));
      if (by === "pan") view.dispatchEvent(mouse("mousedown", 0, 0));
      for (let i = 0; i < frames; i++) {
        if (by === "pan") window.dispatchEvent(mouse("mousemove", -(i % 20) * 4, (i % 15) * 4));
        else
          view.dispatchEvent(
            new WheelEvent("wheel", {
              bubbles: true,
              cancelable: true,
              clientX: x,
              clientY: y,
              deltaY: i < frames / 2 ? -40 : 40,
            }),
          );
        await frame();
      }
      if (by === "pan") window.dispatchEvent(mouse("mouseup", 0, 0));
      await new Promise((ok) => setTimeout(ok, 600));
      watch.disconnect();
      return touched;
    },
    { by, frames: FRAMES },
  );
  const after = await read();
  const per = (k: keyof typeof before) => (after[k] - before[k]) / FRAMES;
  const [script, style, all] = [per("script"), per("style"), per("all")];
  const ms = (n: number) => `${n.toFixed(2)} ms`;
  console.log(
    `${by} with 200 units, a frame: script ${ms(script)}, style and layout ${ms(style)}, all of the main thread ${ms(all)}; ${touched} nodes touched in ${FRAMES} frames`,
  );
  return { touched, work: script + style };
}

test("200 units are panned by moving one node, and zoomed without drawing them anew at each step", async ({
  page,
  server,
}) => {
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: { name: "crowd.toml", text: crowd(100) },
    seats: { A: "person", B: "person" },
  });
  await page.goto(`/play#${b.token("A")}`);
  await expect(page.locator("[data-piece]")).toHaveCount(202);
  const pan = await gesture(page, "pan");
  // The sheet's own transform, and a class at the beginning and the end.
  expect(pan.touched).toBeGreaterThanOrEqual(FRAMES);
  expect(pan.touched).toBeLessThanOrEqual(FRAMES + 10);
  expect(pan.work).toBeLessThan(8);
  await page.keyboard.press("0");
  // Names are set anew now and then, not in each of sixty steps.
  const zoom = await gesture(page, "zoom");
  expect(zoom.touched).toBeLessThan(FRAMES * 202);
  expect(zoom.work).toBeLessThan(8);
});

test("what is needed before the table can be seen is little", async ({ page, server }) => {
  const b = await smallBattle(server, "chakoten-acw");
  await page.addInitScript(() => {
    new MutationObserver((_, o) => {
      if (!document.querySelector("[data-piece]")) return;
      o.disconnect();
      requestAnimationFrame(() => performance.mark("table"));
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(`/play#${b.token("A")}`);
  await expect(page.locator("[data-piece]").first()).toBeVisible();
  const got = await page.evaluate(() => {
    const marks = performance.getEntriesByName("table");
    const until = marks[0]?.startTime ?? Infinity;
    const before = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
      (r) => r.startTime < until,
    );
    const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
    return {
      until,
      paint,
      asked: before.map((r) => new URL(r.name).pathname),
      script: before.filter((r) => r.name.endsWith(".js")).reduce((sum, r) => sum + r.encodedBodySize, 0),
    };
  });
  console.log(
    `first paint ${Math.round(got.paint)} ms, the table ${Math.round(got.until)} ms, script ${Math.round(got.script / 1000)} kB, ${got.asked.length} requests before it`,
  );
  expect(got.script).toBeGreaterThan(0);
  // Once the page itself, then the seat, its table and its question; nothing waits for film or chat.
  expect(got.asked.filter((p) => p.startsWith("/api")).length).toBeLessThanOrEqual(6);
  expect(got.asked.filter((p) => p.endsWith(".js")).length).toBe(1);
});
