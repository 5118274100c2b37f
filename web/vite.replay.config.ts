import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { shared } from "./vite.shared.ts";

// The page that plays a battle back without a server: everything in one file.
export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, viteSingleFile()],
  build: { target: "es2022", emptyOutDir: false, rollupOptions: { input: "replay.html" } },
});
