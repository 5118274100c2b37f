import { Refused as Failure } from "../lib/api";
import type { Act } from "../types/Act";
import type { Ghost } from "../types/Ghost";
import type { Refused } from "../types/Refused";
import type { Sketched } from "../types/Sketched";
import type { Session } from "./session.svelte";
import { amend, begin, now, push, redo, undo, type Steps } from "./undo";
import { why } from "../words";

interface Kept {
  /** What nothing sketched looked like: another table, another sheet. */
  blank: string;
  all: Sketched[];
  at: number;
}

/** An answer under the pen: strokes go to the server, what it makes of them is kept step by step. */
export class Draft {
  private steps: Steps<Sketched>;
  private turned = $state(0);
  /** What the stroke under way would come to, while the hand has not let go. */
  live = $state.raw<Sketched | null>(null);
  /** Why the last stroke does not stand at all. */
  refusal = $state.raw<Refused | null>(null);
  /** Why it goes no further: what is lawful on the way stands. */
  limit = $state.raw<Refused | null>(null);
  waiting = $state(0);
  private next: { pieces: string[]; act: Act } | null = null;
  private flying = false;
  private queue: Promise<unknown> = Promise.resolve();

  /** What nothing sketched looks like, to know the same question again. */
  readonly blank: string;

  constructor(
    private readonly session: Session,
    readonly asks: string,
    blank: Sketched,
  ) {
    this.blank = JSON.stringify(blank);
    this.steps = begin(blank);
    try {
      const kept = sessionStorage.getItem(this.key);
      if (kept) {
        const k = JSON.parse(kept) as Kept;
        if (k.blank === this.blank && k.all[k.at]) this.steps = { all: [blank, ...k.all], at: k.at + 1 };
      }
    } catch {
      // Nothing kept: a blank sheet.
    }
  }

  private get key() {
    return `vedette.draft.${this.session.token.slice(0, 16)}.${this.asks}`;
  }

  /** What it has come to so far. */
  get now(): Sketched {
    void this.turned;
    return now(this.steps);
  }
  /** What is to be drawn. */
  get shown(): Sketched {
    return this.live ?? this.now;
  }
  /** Where it leads; of a stroke that went too far only what stands. */
  get ghosts(): Ghost[] {
    const { ghosts } = this.shown;
    return this.limit ? ghosts.filter((g) => g.legal) : ghosts;
  }
  get canUndo() {
    void this.turned;
    return this.steps.at > 0;
  }
  /** There is something on the sheet that would be lost with it. */
  get drawn() {
    return this.canUndo && JSON.stringify(this.now.answer) !== JSON.stringify(this.steps.all[0]!.answer);
  }
  get canRedo() {
    void this.turned;
    return this.steps.at < this.steps.all.length - 1;
  }

  private set(s: Steps<Sketched>) {
    this.steps = s;
    this.turned++;
    try {
      const all = s.all.slice(Math.max(1, s.at - 14), s.at + 1);
      if (all.length === 0) sessionStorage.removeItem(this.key);
      else
        sessionStorage.setItem(
          this.key,
          JSON.stringify({ blank: this.blank, all, at: all.length - 1 } satisfies Kept),
        );
    } catch {
      // It does not survive a reload, then.
    }
  }

  undo() {
    this.drop();
    this.turn(undo);
  }
  redo() {
    this.drop();
    this.turn(redo);
  }
  /** Steps are taken back and made again in the order in which they were asked for: a stroke under way is made first. */
  private turn(by: (s: Steps<Sketched>) => Steps<Sketched>) {
    if (this.waiting === 0) {
      this.set(by(this.steps));
      return;
    }
    this.waiting++;
    this.queue = this.queue.then(() => {
      this.set(by(this.steps));
      this.waiting--;
    });
  }
  /** The battle has gone on: nothing to come back to. */
  forget() {
    try {
      sessionStorage.removeItem(this.key);
    } catch {
      // As well.
    }
  }

  private async send(pieces: string[], act: Act): Promise<Sketched> {
    return this.session.sketch({ asks: this.asks, draft: this.now.draft, pieces, act });
  }

  /** Shows what a stroke would come to. Of several in a hurry only the last is asked. */
  preview(pieces: string[], act: Act) {
    this.next = { pieces, act };
    if (!this.flying) void this.fly();
  }

  private async fly() {
    this.flying = true;
    while (this.next) {
      const { pieces, act } = this.next;
      const of = this.gesture;
      this.next = null;
      try {
        const got = await this.send(pieces, act);
        if (of === this.gesture) {
          this.live = got;
          this.judge(got);
        }
      } catch (e) {
        if (of === this.gesture) this.refusal = words(e);
      }
      await new Promise((r) => setTimeout(r, 25));
    }
    this.flying = false;
  }

  /** Which gesture is under way: a preview that comes when the hand has let go, or began anew, is let go too. */
  private gesture = 0;

  /** Makes a stroke, for those who are taken up when the strokes before it are made unless others are named. `true` if it stands. */
  stroke(named: string[] | null, act: Act): Promise<boolean> {
    this.next = null;
    this.gesture++;
    this.waiting++;
    const done = this.queue.then(async () => {
      try {
        const got = await this.send(named ?? this.now.pieces, act);
        this.live = null;
        const same = this.judge(got);
        if (got.refusal && same) {
          // The hand may have taken others up all the same.
          if (got.pieces.length > 0) this.set(amend(this.steps, { ...this.now, ...seen(got) }));
          return false;
        }
        // Where the hand went too far, what is lawful on the way stands.
        const stands = {
          ...got,
          refusal: null,
          ghosts: got.refusal ? got.ghosts.filter((g) => g.legal) : got.ghosts,
        };
        this.set(same ? amend(this.steps, stands) : push(this.steps, stands));
        return true;
      } catch (e) {
        this.live = null;
        this.refusal = words(e);
        return false;
      } finally {
        this.waiting--;
      }
    });
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** Is it refused, or does it only go less far than the hand did? `true` if nothing was drawn by it. */
  private judge(got: Sketched): boolean {
    const same = JSON.stringify(got.draft) === JSON.stringify(this.now.draft);
    this.refusal = same ? got.refusal : null;
    this.limit = same ? null : got.refusal;
    return same;
  }

  /** Lets go of a stroke that was only shown. */
  drop() {
    this.next = null;
    this.gesture++;
    this.live = null;
    this.refusal = null;
    this.limit = null;
  }
}

/** What a refused stroke still shows: who is taken up and what can be set for them. */
function seen(s: Sketched): Partial<Sketched> {
  return { pieces: s.pieces, controls: s.controls, says: s.says, slip: s.slip };
}

function words(e: unknown): Refused {
  return { clause: e instanceof Failure ? e.clause : null, reason: why(e) };
}
