import type { Board } from "../src/types/Board";
import type { Film } from "../src/types/Film";
import type { Prompts } from "../src/types/Prompts";
import type { Sketched } from "../src/types/Sketched";
import type { Standing } from "../src/types/Standing";
import { apart, Ear, told, type Secrets } from "./ear";
import { Hand, scenario, smallBattle } from "./hand";
import type { Server } from "./server";
import { ask, begin, expect, REFUSED, test } from "./table";

test.beforeEach(({ faults }) => faults.borne(REFUSED));

/** Writes orders without the page, as slips, and gives them in. `false` if something else is asked. */
async function order(server: Server, token: string, slips: Record<string, string>): Promise<boolean> {
  const { version, prompts } = await ask<Prompts>(server, token, "/api/seat/prompts");
  const prompt = prompts.find((p) => !p.standing)!;
  if (prompt.asks !== "orders") return false;
  let s = prompt.sketch as Sketched;
  for (const [unit, text] of Object.entries(slips)) {
    const act = { type: { text } };
    s = await ask(server, token, "/api/seat/sketch", {
      asks: prompt.asks,
      draft: s.draft,
      pieces: [unit],
      act,
    });
    expect(s.refusal, `${unit}: ${text}`).toBeNull();
  }
  await ask(server, token, "/api/seat/answer", { key: `orders ${version}`, version, answer: s.answer });
  return true;
}

/** Takes the first ready answer. */
async function decide(server: Server, token: string) {
  const { version, prompts } = await ask<Prompts>(server, token, "/api/seat/prompts");
  const answer = prompts.find((p) => !p.standing)?.offers[0]?.answer;
  if (answer) await ask(server, token, "/api/seat/answer", { key: `first ${version}`, version, answer });
}

test("chakoten-acw: hidden units, secret orders, ranges and the seed are in nothing that the other seat receives", async ({
  browser,
  server,
  baseURL,
}) => {
  const seed = "a-seed-that-nobody-may-hear";
  const b = await begin(server, {
    book: "chakoten-acw",
    scenario: scenario("hidden"),
    seats: { A: "person", B: "person" },
    umpire: true,
    seed,
  });
  const board = (seat: string) => ask<Board>(server, b.token(seat), "/api/seat/board");
  const standing = () => ask<Standing>(server, b.token("A"), "/api/seat");
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const ear = new Ear(context);
  const a = await Hand.sit(context, b.token("A"), "A");
  // The umpire, who sees all, is overheard by the same ear: what it would not hear there it would not hear here either.
  const chair = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const control = new Ear(chair);
  await Hand.sit(chair, b.token("umpire"), "A");

  const HIDDEN = ["QZ7", "QW9", "Quarles", "O-C2"];
  const slips: Record<string, string>[] = [
    { QZ7: "wheel right 7, march 2.63", QW9: "march 3.77", "1VA": "march 1.13", Purc: "shell 47.7 at x1" },
    { QZ7: "march 2.37", QW9: "wheel left 5, march 1.93", Purc: "shell 61.9 at x3" },
    { QZ7: "march 1.07", QW9: "march 2.21" },
  ];
  const guess = 53.3;
  const secrets: Secrets = {
    words: [
      seed,
      b.token("B"),
      b.token("umpire"),
      ...HIDDEN,
      "Zebulon's Legion",
      "The Wakulla Guards",
      "Gen. Quarles",
      "Quarles's Lost Brigade",
      "1VA",
      "1st Virginia",
      "Purc",
      "Purcell's Battery",
      "Tarrant",
      "Keep the brigade behind the wood unseen.",
      // The numbers in his orders, and the orders.
      ...slips.flatMap((s) => Object.values(s).flatMap((t) => [t, ...(t.match(/\d+\.\d+/g) ?? [])])),
    ],
    places: [],
    ranges: [],
    own: [guess],
  };
  let before = await ear.all();
  let turn = 0;
  let stood = 0;
  let fired = false;
  for (let i = 0; i < 300; i++) {
    const s = await standing();
    if (s.ending) break;
    before = await ear.all();
    const [sees, is] = [await board("A"), await board("umpire")];
    const at = (p: { at: { x: number; y: number } }) => `${p.at.x} ${p.at.y}`;
    const seen = new Set(sees.pieces.map(at));
    for (const id of HIDDEN) {
      const p = is.pieces.find((q) => q.id === id)!;
      expect(seen.has(at(p)), `${id} is really out of sight in turn ${s.turn}`).toBe(false);
      secrets.places.push([p.at.x, p.at.y]);
      stood++;
    }
    const foes = is.pieces.filter((p) => p.side === 1);
    for (const p of is.pieces.filter((q) => q.side === 0))
      for (const foe of foes) secrets.ranges.push(...apart(p, foe));
    if (s.waits_for.includes("umpire")) await decide(server, b.token("umpire"));
    else if (s.waits_for.includes("B")) {
      // His orders lie there before A has written any.
      if (await order(server, b.token("B"), slips[turn] ?? {})) turn++;
      else await decide(server, b.token("B"));
    } else {
      // A's guns fire at the enemy who is in sight, at a guess.
      if (!fired) {
        fired = true;
        await a.page.locator('[data-piece="BtyK"]').first().click();
        const slip = a.page.getByLabel("Order slip");
        await slip.fill(`shell ${guess} at x1`);
        await slip.press("Enter");
        await expect(a.page.locator(".slipped", { hasText: `shell ${guess} at x1` })).toBeVisible();
      }
      await a.act();
    }
  }
  expect((await standing()).ending).not.toBeNull();
  expect(turn).toBe(3);
  expect(stood).toBeGreaterThan(12);
  // Where the hidden went within the turns only the umpire's film says.
  const film = await ask<Film>(server, b.token("umpire"), "/api/seat/film?from=0&most=400");
  for (const m of film.moments)
    for (const p of [...m.pieces, ...m.shifts])
      if (HIDDEN.includes(p.id)) secrets.places.push([p.at.x, p.at.y]);

  expect(before.filter((h) => h.from === "live").length).toBeGreaterThan(3);
  expect(before.map((h) => h.text).join("")).toContain(`shell ${guess} at x1`);
  expect(told(before, secrets)).toEqual([]);

  // And it is no deaf ear.
  const all = told(await control.all(), secrets).join("\n");
  for (const s of [
    "word: QZ7",
    "word: Zebulon's Legion",
    "word: march 3.77",
    "word: 61.9",
    "place: 137.73, 91.47",
  ])
    expect(all).toContain(s);
  const [mine, foe] = ["BtyK", "1VA"].map((id) => film.moments[0]!.pieces.find((p) => p.id === id)!);
  const range = apart(mine!, foe!)[0]!;
  for (const says of [
    `x1 is ${range.toFixed(1)} off`,
    `${Math.round(range)} cm`,
    `about ${range.toFixed(3)}`,
  ])
    expect(told([{ from: "live", text: JSON.stringify({ says }) }], secrets).join()).toContain("range");
  expect(told([{ from: "live", text: JSON.stringify({ far: range }) }], secrets).join()).toContain("range");
  // When it is over everybody may hear how the dice were bound.
  await expect.poll(async () => told(await ear.all(), secrets)).toContain(`word: ${seed}`);
  // And no ruler on the page.
  await expect(a.page.getByRole("button", { name: /Ruler/ })).toHaveCount(0);
  await context.close();
  await chair.close();
});

test("bbdba-acw: a hidden deployment is not on the other's page, nor anywhere in what it received", async ({
  browser,
  server,
  baseURL,
}) => {
  const seed = "another-seed-that-nobody-may-hear";
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: "behind-the-screen",
    seats: { A: "person", B: "quick" },
    seed,
  });
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const ear = new Ear(context);
  const a = await Hand.sit(context, b.token("A"), "A");
  const mine = await ask<{ pieces: { id: string; yours: boolean; side?: number }[] }>(
    server,
    b.token("A"),
    "/api/seat/board",
  );
  // Whoever the dice let begin may have pitched his camp already.
  expect(mine.pieces.filter((p) => !p.yours && p.side === 1 && p.id !== "camp B")).toEqual([]);
  // The camps are pitched for all to see; then both sides draw up in secret, and B is done first.
  await expect
    .poll(
      async () => {
        if (
          /camp|edge|terrain/i.test(
            await a.page
              .locator(".orders .says")
              .innerText()
              .catch(() => ""),
          )
        )
          await a.act(/set up/i);
        const s = await ask<Standing>(server, b.token("A"), "/api/seat");
        return (
          s.waits_for.join() === "A" &&
          /set up your whole army/i.test(
            await a.page
              .locator(".orders .says")
              .innerText()
              .catch(() => ""),
          )
        );
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  for (const h of await ear.all()) {
    expect(h.text).not.toContain(seed);
    // Of the other side's pieces his camp and nothing else.
    for (const m of h.text.matchAll(/"id":"([^"]+)","side":1,"nation"/g)) expect(m[1]).toMatch(/^camp/);
  }
  await context.close();
});

test("a wrong link gets nothing, not even whether the battle exists", async ({ page, server, faults }) => {
  faults.expected(/status of 404/);
  await page.goto(`/play#${"A".repeat(43)}`);
  await expect(page.getByText("There is no such seat.")).toBeVisible();
  const r = await fetch(`${server.url}/api/seat`, { headers: { authorization: `Bearer ${"A".repeat(43)}` } });
  expect(r.status).toBe(404);
  const error = { reason: "there is no such seat", code: "no_seat", clause: null, field: null };
  expect(await r.json()).toEqual({ error });
});

test("hostile chat and notes stay text, on every page that shows them", async ({
  browser,
  server,
  baseURL,
}) => {
  const b = await smallBattle(server, "bbdba-acw");
  const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  const context = await browser.newContext({ baseURL });
  const a = await Hand.sit(context, b.token("A"), "A");
  await ask(server, b.token("B"), "/api/seat/chat", { says: evil });
  await a.page.getByRole("tab", { name: /Chat/ }).click();
  await expect(a.page.getByText(evil)).toBeVisible();
  expect(await a.page.locator("img[src=x], #app script").count()).toBe(0);
  expect(await a.page.title()).not.toBe("owned");
  await context.close();
});
