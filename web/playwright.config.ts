import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// The browser is the system's own; none is ever downloaded. The one without windows has a quarter less to do.
const light = "/usr/bin/chromium-headless-shell";
const executablePath = process.env.CHROMIUM || (existsSync(light) ? light : "/usr/bin/chromium");
const args = ["--no-sandbox", "--disable-gpu"];
// A page from a folder has no address; it may talk to the server all the same.
if (process.env.PAGE) args.push("--disable-features=LocalNetworkAccessChecks");

export default defineConfig({
  testDir: "tests",
  // Whole battles are fought: a test may take its time, a single step may not.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // Whatever fails on a busy machine fails for somebody who sits at one.
  retries: 0,
  fullyParallel: false,
  reporter: [["list"]],
  forbidOnly: true,
  use: {
    browserName: "chromium",
    launchOptions: { executablePath, args },
    viewport: { width: 1280, height: 860 },
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    screenshot: "only-on-failure",
  },
});
