import { begin, expect, PHONE, test } from "./table";

test("one click plays the default battle against the computer", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play now against the computer" }).click();
  await expect(page).toHaveURL(/\/play#[\w-]{20,}/);
  await page.goto("/");
  const mine = page.getByRole("region", { name: "My battles" });
  await expect(mine.getByText("The Open Field")).toBeVisible();
  await expect(mine.getByText(/Turn \d+: your turn|the computer is thinking/)).toBeVisible();
});

test("the third book is chosen on the start page and played against the computer", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: /Napoleonstiden/ }).check({ force: true });
  for (const battle of ["The Crossroads at Rabenau", "The Bridge at Sandkrug", "The Redoubts of Löbtau"])
    await expect(page.getByText(battle).first()).toBeVisible();
  await page.getByRole("radio", { name: /The Crossroads at Rabenau/ }).check({ force: true });
  await page.getByRole("button", { name: "Start the battle" }).click();
  await expect(page).toHaveURL(/\/play#[\w-]{20,}/);
  await expect(page.locator('[data-piece="1/4"]').first()).toBeVisible();
  await expect(page.locator(".piece.french").first()).toBeVisible();
});

test("the list of my battles asks how each stands once, not over and over", async ({ page, server }) => {
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: "open-field",
    seats: { A: "person", B: "person" },
  });
  const seats = (["A", "B"] as const).map((seat) => ({
    book: "bbdba-acw",
    seat,
    side: seat,
    at: 1,
    token: b.token(seat),
    title: "Kept",
  }));
  await page.addInitScript((kept) => localStorage.setItem("vedette.seats", JSON.stringify(kept)), seats);
  let asked = 0;
  page.on("request", (r) => {
    if (new URL(r.url()).pathname === "/api/seat") asked++;
  });
  await page.goto("/");
  const mine = page.getByRole("region", { name: "My battles" });
  await expect(mine.getByText("your turn")).toHaveCount(1);
  await page.waitForTimeout(2000);
  expect(asked).toBe(2);
});

test("a battle with a friend and an umpire gives a link to each", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: /amerikanske borgerkrig/ }).check({ force: true });
  await page.getByRole("radio", { name: /With a friend/ }).check({ force: true });
  await page.getByLabel("My side").selectOption("B");
  await page.getByLabel(/One of us is the umpire/).check();
  await page.getByLabel("Spectators").selectOption("all");
  await page.getByRole("button", { name: "Start the battle" }).click();
  const links = page.getByRole("region", { name: /links for the players$/ });
  await expect(links.getByText("This is yours.")).toHaveCount(1);
  await expect(links.getByText("Send this one to your opponent.")).toHaveCount(1);
  await expect(links.getByText(/to the umpire/)).toHaveCount(1);
  await expect(links.getByText(/wants to watch/)).toHaveCount(1);
  const urls = await links
    .getByRole("textbox")
    .evaluateAll((all) => all.map((e) => (e as HTMLInputElement).value));
  expect(urls).toHaveLength(4);
  expect(new Set(urls.map((u) => u.split("#")[1])).size).toBe(4);
  await links.getByRole("link", { name: "To the table" }).click();
  await expect(page).toHaveURL(/\/play#/);
});

test("a seat is claimed by its link, and the host's link is dead from then on", async ({
  browser,
  page,
  server,
  baseURL,
  faults,
}) => {
  await page.goto("/");
  await page.getByRole("radio", { name: /With a friend/ }).check({ force: true });
  await page.getByRole("button", { name: "Start the battle" }).click();
  const links = page.getByRole("region", { name: /links for the players$/ });
  const link = await links.locator("li:not(.mine)").getByRole("textbox").inputValue();
  const own = await links.locator("li.mine").getByRole("textbox").inputValue();
  // He holds the secret of his own seat and of no other: what he has of the other opens nothing.
  expect(own.split("#")[1]).toMatch(/^[\w-]{43}$/);
  const sent = link.split("#")[1]!;
  expect(sent).toMatch(/^L[\w-]{43}$/);
  const bearer = (token: string) =>
    fetch(`${server.url}/api/seat`, { headers: { authorization: `Bearer ${token}` } }).then((r) => r.status);
  expect(await bearer(sent)).toBe(404);

  const away = await browser.newContext({ baseURL });
  const friend = await away.newPage();
  await friend.goto(new URL(link).pathname + new URL(link).hash);
  await expect(friend.getByRole("group", { name: /^The table/ })).toBeVisible();
  const secret = new URL(friend.url()).hash.slice(1);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await bearer(secret)).toBe(200);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(secret);
  // The seat is the friend's however often he comes back, by the link too.
  await friend.reload();
  await expect(friend.getByRole("group", { name: /^The table/ })).toBeVisible();
  await friend.goto("about:blank");
  await friend.goto(new URL(link).pathname + new URL(link).hash);
  await expect(friend.getByRole("group", { name: /^The table/ })).toBeVisible();
  expect(new URL(friend.url()).hash.slice(1)).toBe(secret);

  // Whoever made the link comes too late with it.
  faults.expected(/status of 409 .*\/api\/claim\)/);
  await page.goto(new URL(link).pathname + new URL(link).hash);
  await expect(page.getByText(/this link was used already/)).toBeVisible();
  await expect(page.locator("[data-piece]")).toHaveCount(0);
  expect(await bearer(sent)).toBe(404);
  await away.close();
});

test("two on one screen hold both seats; computers alone are watched", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: /Two players, one screen/ }).check({ force: true });
  await page.getByRole("button", { name: "Start the battle" }).click();
  await expect(page.getByText("This is yours.")).toHaveCount(2);
  await page.reload();
  await page.getByRole("radio", { name: /Watch the computer/ }).check({ force: true });
  await page.getByRole("button", { name: "Start the battle" }).click();
  await expect(page).toHaveURL(/\/watch#/);
});

test("mistakes in an own scenario are shown by line, and the right one is played", async ({
  page,
  faults,
}) => {
  faults.expected(/status of 4(00|22) .*\/look\)/);
  await page.goto("/");
  await page.getByRole("radio", { name: /amerikanske borgerkrig/ }).check({ force: true });
  await page.getByRole("radio", { name: /A battle of your own/ }).check({ force: true });
  const text = page.getByLabel("The scenario", { exact: true });
  await text.fill('book = "chakoten-acw"\ntitle = "Mine"\nturns = "abc"\n');
  const wrong = page.locator("#own-wrong");
  await expect(wrong).toContainText("mistakes");
  await expect(wrong).not.toContainText("`");
  await wrong.getByRole("button", { name: "line 3" }).click();
  const picked = await text.evaluate((e) =>
    (e as HTMLTextAreaElement).value.slice(
      (e as HTMLTextAreaElement).selectionStart,
      (e as HTMLTextAreaElement).selectionEnd,
    ),
  );
  expect(picked).toBe('turns = "abc"');
  await page.locator("#own-file").setInputFiles("tests/scenarios/chakoten-acw.toml");
  await expect(wrong).toHaveCount(0);
  await expect(page.locator(".own .map svg").first()).toBeVisible();
  await page.getByRole("button", { name: "Start the battle" }).click();
  await expect(page).toHaveURL(/\/play#/);
});

test("an own battle begins from a copy, its map is beside it, and a mistake goes away when it is mended", async ({
  page,
  faults,
}) => {
  faults.expected(/status of 4(00|22) .*\/look\)/);
  await page.goto("/");
  await page.getByRole("radio", { name: /A battle of your own/ }).check({ force: true });
  const text = page.getByLabel("The scenario", { exact: true });
  for (const from of ["The Open Field", "a battle laid by the dice"]) {
    await text.fill("");
    await page.getByLabel("Start from", { exact: true }).selectOption({ label: from });
    await expect(text).toHaveValue(/title = /);
    await expect(page.locator(".own .map svg").first()).toBeVisible();
  }
  const whole = await text.inputValue();
  await text.fill(whole.replace("title =", "titel ="));
  await expect(page.locator("#own-wrong")).toContainText("titel");
  await expect(page.locator("#own-wrong")).not.toContainText("`");
  await text.fill(whole);
  await expect(page.locator("#own-wrong")).toHaveCount(0);
});

test("whoever made a battle finds the links of the others again, as a code too", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: /With a friend/ }).check({ force: true });
  await page.getByRole("button", { name: "Start the battle" }).click();
  const links = page.getByRole("region", { name: /links for the players$/ });
  const other = () => links.locator("li:not(.mine)").getByRole("textbox").inputValue();
  const link = await other();
  // This server listens to this computer only, and says so.
  await expect(links).toContainText("--listen 0.0.0.0");
  await page.goto("/");
  const mine = page.getByRole("region", { name: "My battles" });
  await expect(mine.locator(".seat")).toHaveCount(1);
  await mine.getByRole("button", { name: "Links for the others" }).click();
  expect(await other()).toBe(link);
  await links.locator("li:not(.mine)").getByRole("button", { name: "QR code" }).click();
  await expect(links.getByRole("img", { name: /^QR code of the link for/ })).toBeVisible();
});

test("a battle that was forgotten is gone from the list; a seat the server does not know says so", async ({
  page,
  server,
  faults,
}) => {
  faults.expected(/status of 404 .*\/api\/seat\)/);
  const b = await begin(server, {
    book: "bbdba-acw",
    scenario: "open-field",
    seats: { A: "person", B: "quick" },
  });
  await page.addInitScript(
    ([token]) => {
      if (localStorage.getItem("vedette.seats")) return;
      const seat = { book: "bbdba-acw", seat: "A", side: "Union", at: 1 };
      localStorage.setItem(
        "vedette.seats",
        JSON.stringify([
          { ...seat, token, title: "Kept" },
          { ...seat, token: "x".repeat(43), title: "Lost", at: 2 },
        ]),
      );
    },
    [b.token("A")],
  );
  await page.goto("/");
  const mine = page.getByRole("region", { name: "My battles" });
  await expect(mine.getByText("The server no longer has this battle.")).toBeVisible();
  page.on("dialog", (d) => void d.accept());
  await mine.getByRole("button", { name: "Remove Lost" }).click();
  await expect(mine.getByText("Lost")).toHaveCount(0);
  await expect(mine.getByText("Kept")).toBeVisible();
});

test("hostile names stay text", async ({ page, faults }) => {
  faults.expected(/status of 404/);
  const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  await page.addInitScript((title) => {
    const seat = { book: "bbdba-acw", seat: "A", side: title, at: 1, token: "y".repeat(43), title };
    localStorage.setItem("vedette.seats", JSON.stringify([seat]));
  }, evil);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "My battles" }).getByText(evil).first()).toBeVisible();
  expect(await page.locator("img[src=x], #app script").count()).toBe(0);
  await page.goto(`/desk/bbdba-acw/${encodeURIComponent(evil)}`);
  await expect(page.getByRole("alert")).toContainText("<img src=x");
  await page.goto(`/rules/${encodeURIComponent(evil)}`);
  await expect(page.getByRole("alert")).toBeVisible();
  await page.goto("/rules/bbdba-acw");
  await page.getByRole("searchbox").fill(evil);
  await expect(page.getByText(/No rule has all of these words/)).toBeVisible();
  expect(await page.title()).not.toBe("owned");
});

test("a wrong scenario and a wrong battle file are refused in words", async ({ page, faults }) => {
  faults.expected(/status of 4\d\d .*\/api\/import/);
  await page.goto("/");
  await page
    .locator("#import-file")
    .setInputFiles({ name: "b.json", mimeType: "application/json", buffer: Buffer.from("{]") });
  await expect(page.getByRole("region", { name: /from a file/ }).getByRole("alert")).toBeVisible();
});

test("on a phone nothing sticks out", async ({ page, faults }) => {
  faults.borne(/status of 4(00|22) .*\/judge\)/);
  await page.setViewportSize(PHONE);
  for (const at of [
    "/",
    "/desk",
    "/desk/chakoten-acw/small-arms",
    "/rules",
    "/rules/chakoten-acw",
    "/rules/bbdba-acw/tables",
  ]) {
    await page.goto(at);
    await page.waitForLoadState("networkidle");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, at).toBeLessThanOrEqual(0);
  }
});
