import { untrack } from "svelte";
import type { Hold, Note } from "../board/Board.svelte";
import { step, stood, type Stepping } from "../board/keys";
import { Refused as Failure } from "../lib/api";
import type { Act } from "../types/Act";
import type { Control } from "../types/Control";
import type { Offer } from "../types/Offer";
import type { Prompt } from "../types/Prompt";
import type { Refused } from "../types/Refused";
import type { JsonValue } from "../types/serde_json/JsonValue";
import { Draft } from "./draft.svelte";
import type { Session } from "./session.svelte";
import type { Sight } from "./sight.svelte";
import { t, why } from "../words";

type Place = { x: number; y: number };

/** The seat's hand on the table: what is asked, what is taken up, what is pointed at, and the answer under the pen. */
export class Pen {
  /** Only offers about these pieces. */
  filter = $state.raw<string[]>([]);
  /** The offer that is rested on. */
  looked = $state.raw<Offer | null>(null);
  /** Why the last answer was not taken. */
  refusal = $state.raw<Refused | null>(null);
  /** The control that waits for a piece or a place on the map. */
  seeking = $state.raw<Control | null>(null);
  /** What the next press on the map is. */
  pointing = $state<"aim" | "point" | null>(null);
  /** A piece moved by keys. */
  stepping = $state.raw<Stepping | null>(null);
  /** What was sent is being changed. */
  changing = $state(false);
  /** The piece last touched. */
  inspected = $state<string | null>(null);
  dragging = $state(false);
  private noteAt = $state.raw<Place | null>(null);
  private chosen = $state(0);
  private kept: Draft | null = null;

  constructor(
    private readonly session: Session,
    private readonly sight: Sight,
  ) {
    $effect(() => {
      const first = session.questions.all.findIndex((q) => !q.standing);
      untrack(() => (this.chosen = Math.max(0, first)));
    });
    // What was being changed cannot be changed any more.
    $effect(() => {
      if (session.questions.all.some((q) => q.amends)) return;
      untrack(() => {
        if (!this.changing) return;
        this.changing = false;
        this.refusal = { clause: null, reason: t("orders-stand-as-sent") };
      });
    });
    $effect(() => {
      void this.prompt?.asks;
      void session.questions.version;
      this.filter = [];
      this.looked = null;
      this.seeking = null;
      this.pointing = null;
      this.stepping = null;
      this.noteAt = null;
    });
  }

  private readonly umpire = $derived.by(() => this.session.standing?.seat === "umpire");
  readonly prompts = $derived.by(() => {
    const { questions } = this.session;
    if (!this.sight.live || questions.answered) return [];
    return questions.all.filter((q) => !q.amends || this.changing);
  });
  /** What is sent and may still be changed. */
  readonly sent = $derived.by<Prompt | undefined>(() => {
    const { questions } = this.session;
    return this.sight.live && questions.open ? questions.all.find((q) => q.amends) : undefined;
  });
  readonly prompt = $derived.by<Prompt | undefined>(
    () => this.prompts[this.chosen] ?? this.prompts.find((p) => !p.standing) ?? this.prompts[0],
  );
  readonly draft = $derived.by<Draft | null>(() => {
    const blank = this.prompt?.sketch;
    if (!this.prompt || !blank) return null;
    // Somebody else's answer changes the version, but not what is asked here: the sketch goes on.
    const kept = this.kept;
    if (kept && kept.asks === this.prompt.asks && kept.blank === JSON.stringify(blank)) return kept;
    this.kept = new Draft(this.session, this.prompt.asks, blank);
    return this.kept;
  });
  readonly taken = $derived.by(() => (this.draft ? this.draft.shown.pieces : this.filter));
  readonly ghosts = $derived.by(() => {
    if (!this.sight.live) return [];
    return this.looked ? this.looked.ghosts : (this.draft?.ghosts ?? []);
  });
  /** What is meant for whom, as far as it is drawn. */
  readonly aims = $derived.by(() => (this.sight.live ? (this.draft?.shown.aims ?? []) : []));
  /** How far those taken up reach. */
  readonly reach = $derived.by(() => (this.sight.live ? (this.draft?.shown.reach ?? []) : []));
  /** Those about whom there are ready answers. */
  readonly offered = $derived.by(() => new Set(this.prompt?.offers.flatMap((o) => o.pieces) ?? []));
  /** Those on the table whom the question is about, as far as it is about some and not about all. */
  readonly about = $derived.by<string[]>(() => {
    const prompt = this.prompt;
    if (!prompt) return [];
    const controls = this.draft?.shown.controls.flatMap((c) => c.pieces ?? []) ?? [];
    return [...new Set([...controls, ...(!this.draft || prompt.complete ? this.offered : [])])];
  });
  /** Why not, at the place where it was tried. */
  readonly note = $derived.by<Note | null>(() => {
    const no = this.draft?.refusal;
    return no && this.noteAt ? { ...this.noteAt, says: no.reason, clause: no.clause } : null;
  });
  /** What the next press on the map is asked for. */
  readonly seeks = $derived.by<"piece" | "place" | null>(() => {
    if (this.seeking) return this.seeking.setting.is === "place" ? "place" : "piece";
    return this.pointing === "point" ? "place" : this.pointing ? "piece" : null;
  });
  /** The place that a control has. */
  readonly marked = $derived.by(
    () =>
      this.draft?.shown.controls
        .map((c) => (c.setting.is === "place" ? c.setting.value : null))
        .find((v) => v !== null) ?? null,
  );

  readonly movable = (id: string): boolean =>
    this.draft !== null &&
    (this.own(id) || this.ghosts.some((g) => g.piece === id && !this.sight.byId.has(id)));

  private own(id: string): boolean {
    return this.umpire || this.sight.byId.get(id)?.yours === true;
  }

  /** Takes up what was sent, to change it. */
  change() {
    this.refusal = null;
    this.changing = true;
  }

  /** Leaves it as it was sent. */
  leave() {
    this.draft?.forget();
    this.kept = null;
    this.refusal = null;
    this.changing = false;
  }

  /** Turns to another question. */
  turnTo(p: Prompt) {
    this.chosen = this.prompts.indexOf(p);
  }

  /** Those whom a stroke is about: the group taken up if the piece is of it. */
  private group(id: string): string[] {
    const t = this.draft?.now.pieces ?? [];
    return t.includes(id) ? [id, ...t.filter((x) => x !== id)] : [id];
  }

  /** Makes a stroke, for those who are taken up unless others are named. `true` if it stands. */
  async stroke(act: Act, ids: string[] | null = null, at?: Place): Promise<boolean> {
    if (!this.draft) return false;
    this.refusal = null;
    this.sight.lingers = false;
    const p = this.sight.byId.get((ids ?? this.draft.shown.pieces)[0] ?? "");
    this.noteAt = at ?? (p ? { x: p.at.x, y: p.at.y } : null);
    return this.draft.stroke(ids, act);
  }

  /** Writes a ready answer on the sheet, below what is drawn there. It can be undone. */
  async fill(o: Offer): Promise<boolean> {
    this.looked = null;
    this.filter = [];
    return this.stroke({ fill: { answer: o.answer } }, []);
  }

  /** A piece was pressed; `also` with those already taken up. */
  async pick(id: string, also: boolean) {
    this.inspected = id;
    this.sight.lingers = false;
    const { draft, prompt, seeking } = this;
    if (!this.sight.live || !prompt) return;
    if (seeking?.setting.is === "piece") {
      this.seeking = null;
      await this.stroke({ set: { control: seeking.id, value: id } });
      return;
    }
    const own = this.own(id);
    if (draft) {
      const up = draft.now.pieces;
      const p = this.sight.byId.get(id);
      const at = p ? { x: p.at.x, y: p.at.y } : undefined;
      if (this.pointing === "aim" || (!own && up.length > 0)) {
        this.pointing = null;
        await this.stroke({ aim: { at: id } }, up, at);
      } else if (this.pointing === "point" && at) {
        this.pointing = null;
        await this.stroke({ point: at }, up);
      } else if (own || !p || this.offered.has(id)) {
        await this.stroke("pick", also ? (up.includes(id) ? up.filter((x) => x !== id) : [...up, id]) : [id]);
      }
    }
    if (this.offered.has(id)) {
      const more = also || !own ? [...this.filter.filter((x) => x !== id), id] : [id];
      const fits = (f: string[]) => prompt.offers.some((o) => f.every((x) => o.pieces.includes(x)));
      const again = !also && this.filter.length === 1 && this.filter[0] === id;
      this.filter = again ? [] : fits(more) ? more : [id];
    } else this.filter = [];
  }

  /** A piece is dragged, or was. */
  hold(h: Hold) {
    if (!this.draft) return;
    this.dragging = !h.done;
    this.noteAt = { x: h.x, y: h.y };
    this.inspected = h.piece;
    const ids = this.group(h.piece);
    const act: Act = { drag: { x: h.x, y: h.y, facing: null } };
    if (!h.done) {
      this.draft.preview(ids, act);
      return;
    }
    const over = h.over === null ? undefined : this.sight.byId.get(h.over);
    if (over && !over.yours && !this.umpire) {
      // Dropped on an enemy: pointed at him, if that means anything; otherwise just moved there.
      void this.stroke({ aim: { at: over.id } }, ids, h).then((stands) => {
        if (!stands) void this.stroke(act, ids, h);
      });
    } else void this.stroke(act, ids, h);
  }

  /** A piece is wheeled by a handle, or was. */
  turn(t: { piece: string; degrees: number; done: boolean }) {
    const ids = this.group(t.piece);
    const act: Act = { turn: { degrees: t.degrees } };
    this.dragging = !t.done;
    if (!t.done) this.draft?.preview(ids, act);
    else void this.stroke(act, ids);
  }

  /** A place was pressed. */
  place(x: number, y: number) {
    const c = this.seeking;
    if (c) {
      this.seeking = null;
      void this.stroke({ set: { control: c.id, value: { x, y } } }, null, { x, y });
    } else if (this.pointing === "point") {
      this.pointing = null;
      void this.stroke({ point: { x, y } }, null, { x, y });
    }
  }

  /** Lets go of what it was about to do. */
  letGo() {
    this.seeking = null;
    this.pointing = null;
    this.inspected = null;
  }

  private startStepping(id: string) {
    const g = this.draft?.now.ghosts.find((x) => x.piece === id);
    const from = g?.at ?? this.sight.byId.get(id)?.at;
    if (!from || !this.movable(id)) return;
    this.stepping = { piece: id, from, dx: 0, dy: 0, turn: 0 };
    this.pointing = null;
    if (!this.draft?.now.pieces.includes(id)) void this.stroke("pick", [id]);
  }

  /** A key on the table; `id` has the focus. */
  key(e: KeyboardEvent, id: string | null) {
    if (this.stepping && this.session.board) {
      const next = step(this.stepping, e.key, { shift: e.shiftKey, alt: e.altKey }, this.session.board);
      if (next) {
        this.stepping = next;
        this.noteAt = stood(next);
        this.draft?.preview(this.group(next.piece), stepAct(next));
        e.preventDefault();
      } else if (e.key === "Enter" || e.key === " ") {
        const s = this.stepping;
        this.stepping = null;
        if (s.dx !== 0 || s.dy !== 0 || s.turn !== 0)
          void this.stroke(stepAct(s), this.group(s.piece), stood(s));
        e.preventDefault();
      } else if (e.key === "Escape") {
        this.stepping = null;
        this.draft?.drop();
        e.preventDefault();
      }
      return;
    }
    const draft = this.draft;
    if (id === null || !draft || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "m") this.startStepping(id);
    else if (e.key === "a" && draft.now.pieces.length > 0) {
      const p = this.sight.byId.get(id);
      void this.stroke({ aim: { at: id } }, draft.now.pieces, p ? { x: p.at.x, y: p.at.y } : undefined);
    } else if (e.key === "Delete" || e.key === "Backspace") void this.stroke("clear", this.group(id));
    else return;
    e.preventDefault();
  }

  /** Sends an answer to what is asked. */
  async give(answer: JsonValue) {
    const to = this.prompt;
    if (!to || !this.session.questions.open) return;
    this.refusal = null;
    const d = this.draft;
    try {
      await this.session.answer(to, answer, () => {
        d?.forget();
        this.kept = null;
        this.changing = false;
        this.sight.lingers = false;
      });
    } catch (e) {
      const late = e instanceof Failure && e.status === 409;
      this.refusal = {
        clause: e instanceof Failure ? e.clause : null,
        reason: late ? t(to.amends ? "orders-stand-as-sent" : "answer-late") : why(e),
      };
    }
  }
}

function stepAct(s: Stepping): Act {
  const at = stood(s);
  if (s.dx === 0 && s.dy === 0 && s.turn !== 0) return { turn: { degrees: s.turn } };
  return { drag: { x: at.x, y: at.y, facing: s.turn === 0 ? null : at.facing } };
}
