import { mount, type ComponentProps } from "svelte";
import Replay from "./play/Replay.svelte";
import "./theme.css";

const target = document.getElementById("app");
const film = document.getElementById("film")?.textContent;
if (target && film) {
  const reel = JSON.parse(film) as ComponentProps<typeof Replay>["reel"];
  document.title = reel.title;
  mount(Replay, { target, props: { reel } });
} else if (target) {
  target.textContent = "There is no battle in this page.";
}
