import type { Piece } from "../types/Piece";
import { between, lasts, stirs, weighty, type Film } from "./film";

/** The speeds one may watch at. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** Plays the film: where it stands, how fast it runs. */
export class Player {
  /** The moment shown, with the part of the way to the next one. */
  pos = $state(0);
  playing = $state(false);
  speed = $state(1);
  /** Follows the battle: new moments are played as they come. */
  following = $state(true);
  end = $state(0);
  private last = 0;
  private frame = 0;
  /** No motion between moments for those who asked for none. */
  readonly still: boolean;

  constructor(private readonly film: Film) {
    this.still = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
    const kept = typeof localStorage === "undefined" ? null : localStorage.getItem("vedette.speed");
    if (kept && SPEEDS.includes(Number(kept))) this.speed = Number(kept);
  }

  /** The moment whose events are under way. */
  get moment() {
    return Math.min(Math.ceil(this.pos), this.end);
  }
  get atEnd() {
    return this.pos >= this.end;
  }

  /** There are so many moments now. Those that are new are played if the reader was at the end. */
  extend(total: number, from?: number) {
    const end = Math.max(0, total - 1);
    const was = this.atEnd || this.playing;
    // Words alone are no reason to keep the reader waiting.
    const idle = this.atEnd && !this.film.moments.slice(this.end + 1).some((m) => stirs(m) || weighty(m));
    this.end = end;
    if (idle && this.following && from === undefined) {
      this.pos = end;
      return;
    }
    if (from !== undefined) this.pos = Math.min(from, end);
    if (this.following && was && this.pos < end) {
      if (!this.playing) this.skipWords();
      this.play();
    }
  }

  /** To where something is first done on the table: what is only told before, or rolled for, can be read in the log. */
  private skipWords() {
    const at = Math.floor(this.pos);
    const next = this.film.moments.findIndex((_, i) => i > at && i <= this.end && this.film.acts(i));
    if (next > at + 1) this.pos = next - 1;
  }

  play() {
    if (this.pos >= this.end) return;
    this.playing = true;
    this.last = 0;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((t) => this.tick(t));
  }
  pause() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
  }
  toggle() {
    if (this.playing) this.pause();
    else {
      if (this.atEnd) this.pos = 0;
      this.play();
    }
  }
  /** Goes to a moment and stays there. */
  go(to: number) {
    this.pause();
    this.pos = Math.min(this.end, Math.max(0, Math.round(to)));
    this.following = this.atEnd;
  }
  skip() {
    this.pause();
    this.pos = this.end;
    this.following = true;
  }
  step(by: number) {
    this.go(by > 0 ? Math.floor(this.pos) + by : Math.ceil(this.pos) + by);
  }
  /** To the beginning of another turn. */
  turn(by: number) {
    const here = this.film.moments[this.moment]?.turn ?? 0;
    if (by > 0) this.go(this.film.turnStart(here + 1));
    else {
      const start = this.film.turnStart(here);
      this.go(start < this.moment ? start : this.film.turnStart(here - 1));
    }
  }
  setSpeed(to: number) {
    this.speed = to;
    try {
      localStorage.setItem("vedette.speed", String(to));
    } catch {
      // Then it is ordinary speed next time.
    }
  }

  private tick(t: number) {
    if (!this.playing) return;
    let left = this.last === 0 ? 0 : (Math.min(250, t - this.last) / 1000) * this.speed;
    this.last = t;
    let pos = this.pos;
    while (left > 0 && pos < this.end) {
      const n = Math.floor(pos);
      const { travel, dwell } = lasts(this.film.moments[n], this.film.moments[n + 1]!);
      const whole = travel + dwell;
      const rest = (n + 1 - pos) * whole;
      if (left >= rest) {
        left -= rest;
        pos = n + 1;
      } else {
        pos += left / whole;
        left = 0;
      }
    }
    this.pos = pos;
    if (pos >= this.end) {
      this.playing = false;
      this.following = true;
      return;
    }
    this.frame = requestAnimationFrame((u) => this.tick(u));
  }

  /** The pieces as they stand now. */
  pieces(): Piece[] {
    const n = Math.floor(this.pos);
    const part = this.pos - n;
    if (part === 0 || n >= this.end) return [...this.film.at(n).pieces.values()];
    if (this.still) return [...this.film.at(n + 1).pieces.values()];
    const { travel, dwell } = lasts(this.film.moments[n], this.film.moments[n + 1]!);
    const t = Math.min(1, (part * (travel + dwell)) / travel);
    const a = this.film.at(n);
    return between(a, this.film.at(n + 1), t);
  }
}
