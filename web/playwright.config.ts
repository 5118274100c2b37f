import { defineConfig } from "@playwright/test";

// The browser is the system's own; none is ever downloaded.
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "tests",
  // Whole battles are fought: a test may take its time, a single step may not.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // A machine that does other work may be late once; not twice.
  retries: 1,
  fullyParallel: false,
  reporter: [["list"]],
  forbidOnly: true,
  use: {
    browserName: "chromium",
    launchOptions: { executablePath, args: ["--no-sandbox", "--disable-gpu"] },
    viewport: { width: 1280, height: 860 },
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    screenshot: "only-on-failure",
  },
});
