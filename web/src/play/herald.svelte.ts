import type { Told } from "../types/Told";
import type { Film } from "./film";

/** How long a great event stays announced, in milliseconds. */
const STAYS = 6000;

/** Announces what turns the battle when it is first seen, whether it is played back or passed over. */
export class Herald {
  great = $state.raw<Told[]>([]);
  /** The moment up to which everything was announced. */
  private upto: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly film: Film) {}

  /** The reader sees this moment now. */
  see(moment: number) {
    const from = this.upto;
    this.upto = moment;
    // What was there before he came, or before where he went back to, is no news.
    if (from === null || moment <= from) return;
    const news = this.film.moments.slice(from + 1, moment + 1).flatMap((m) => m.told.filter((t) => t.great));
    if (news.length === 0) return;
    clearTimeout(this.timer);
    this.great = news;
    this.timer = setTimeout(() => (this.great = []), STAYS);
  }

  close() {
    clearTimeout(this.timer);
  }
}
