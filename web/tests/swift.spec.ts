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
async function gesture(page: Page, step: (i: number) => Promise<void>) {
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
  await page.evaluate(() => {
    const w = window as unknown as { touched: number; long: number };
    w.touched = 0;
    w.long = 0;
    new MutationObserver((all) => (w.touched += all.length)).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    new PerformanceObserver((l) => (w.long += l.getEntries().length)).observe({ entryTypes: ["longtask"] });
  });
  const before = await read();
  for (let i = 0; i < FRAMES; i++) {
    await step(i);
    await page.evaluate(() => new Promise((ok) => requestAnimationFrame(ok)));
  }
  const after = await read();
  const counted = await page.evaluate(() => {
    const { touched, long } = window as unknown as { touched: number; long: number };
    return { touched, long };
  });
  const per = (k: keyof typeof before) => (after[k] - before[k]) / FRAMES;
  return {
    ...counted,
    words: `script ${per("script").toFixed(2)} ms, style and layout ${per("style").toFixed(2)} ms, all of the main thread ${per("all").toFixed(2)} ms a frame; ${counted.touched} nodes touched, ${counted.long} long tasks in ${FRAMES} frames`,
  };
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
  const view = page.getByRole("group", { name: /^The table/ });
  const box = (await view.boundingBox())!;
  // The margin of the table, where nobody stands.
  const [x, y] = [box.x + box.width - 12, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const pan = await gesture(page, (i) => page.mouse.move(x - (i % 20) * 4, y + (i % 15) * 4));
  await page.mouse.up();
  console.log(`panning 200 units: ${pan.words}`);
  // The sheet's own transform and a class or two at its beginning.
  expect(pan.touched).toBeLessThanOrEqual(FRAMES + 10);

  await page.keyboard.press("0");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const zoom = await gesture(page, (i) => page.mouse.wheel(0, i < FRAMES / 2 ? -40 : 40));
  console.log(`zooming 200 units: ${zoom.words}`);
  // Names are set anew only now and then: in a handful of steps, not in sixty.
  expect(zoom.touched).toBeLessThan((202 * 8 * FRAMES) / 4);
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
