import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// The page that plays a battle back without a server: everything in one file.
export default defineConfig({
  plugins: [svelte(), viteSingleFile()],
  build: { target: "es2022", emptyOutDir: false, rollupOptions: { input: "replay.html" } },
});
