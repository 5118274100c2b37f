import { checkEnding, Hand, playOut, smallBattle, type By } from "./hand";
import { expect, PHONE, REFUSED, test } from "./table";

test.describe.configure({ mode: "parallel" });
test.beforeEach(({ faults }) => faults.borne(REFUSED));

async function fight(
  {
    browser,
    server,
    baseURL,
  }: { browser: import("@playwright/test").Browser; server: import("./server").Server; baseURL?: string },
  book: string,
  by: By,
) {
  const b = await smallBattle(server, book);
  const phone = by === "touch" ? { viewport: PHONE, hasTouch: true, isMobile: true } : {};
  const hands: Hand[] = [];
  for (const side of ["A", "B"] as const) {
    const context = await browser.newContext({ baseURL, reducedMotion: "reduce", ...phone });
    hands.push(await Hand.sit(context, b.token(side), side, by));
  }
  await playOut(hands);
  const end = await checkEnding(server, b.token("A"), hands);
  for (const h of hands) {
    expect(h.did, h.side).toContain("moved");
    await h.page.context().close();
  }
  return { end, hands };
}

for (const book of ["bbdba-acw", "chakoten-acw", "chakoten-napoleonic", "tricolore", "newbury-napoleonic"]) {
  test(`${book}: a whole battle by clicks and drags, both sides`, async ({ browser, server, baseURL }) => {
    await fight({ browser, server, baseURL }, book, "mouse");
  });
  test(`${book}: a whole battle by keyboard alone`, async ({ browser, server, baseURL }) => {
    await fight({ browser, server, baseURL }, book, "keys");
  });
  test(`${book}: a whole battle on a phone`, async ({ browser, server, baseURL }) => {
    await fight({ browser, server, baseURL }, book, "touch");
  });
}
