import { FluentResource } from "@fluent/bundle";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Reads the files of messages when the page is built, so that nobody's browser has to. */
function words(): Plugin {
  return {
    name: "words",
    transform(text, file) {
      if (!file.endsWith(".ftl")) return null;
      const messages = new FluentResource(text).body.map((m) => [m.id, m.value]);
      return { code: `export default ${JSON.stringify(messages)}`, map: null };
    },
  };
}

/** What both pages are built with. */
export const shared = {
  plugins: [svelte(), words()],
  resolve: {
    alias: { "d3-transition": fileURLToPath(new URL("src/board/still.ts", import.meta.url)) },
  },
};
