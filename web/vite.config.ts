import { defineConfig } from "vitest/config";
import { shared } from "./vite.shared.ts";

export default defineConfig({
  ...shared,
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      "/api": {
        target: "http://127.0.0.1:8642",
        ws: true,
        changeOrigin: true,
        rewriteWsOrigin: true,
        headers: { origin: "http://127.0.0.1:8642" },
      },
    },
  },
  // Those under tests/ are played in a browser.
  // A machine may have other things to do: nothing here is timed.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000 },
});
