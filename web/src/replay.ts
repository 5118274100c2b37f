import { mount } from "svelte";
import Replay from "./play/Replay.svelte";
import type { Clause } from "./play/rules";
import "./theme.css";
import type { Board } from "./types/Board";
import type { Moment } from "./types/Moment";
import type { Standing } from "./types/Standing";
import { speakToReader, t } from "./words";

/** What the server puts into the page: the seat's standing, its table, the film, and the clauses. */
interface Kept {
  standing: Pick<Standing, "title" | "book" | "sides" | "ending">;
  board: Board;
  film: { moments: Moment[] };
  clauses: Record<string, Clause>;
}

await speakToReader();
const target = document.getElementById("app");
const film = document.getElementById("film")?.textContent;
if (target && film) {
  const { standing, board, film: reel, clauses } = JSON.parse(film) as Kept;
  document.title = t("title", { page: standing.title });
  mount(Replay, {
    target,
    props: {
      reel: {
        ...standing,
        width: board.width,
        depth: board.depth,
        unit: board.unit,
        measured: board.measured,
        moments: reel.moments,
        clauses,
      },
    },
  });
} else if (target) {
  target.textContent = t("replay-empty");
}
