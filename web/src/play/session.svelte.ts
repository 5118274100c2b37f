import { ask, Refused } from "../lib/api";
import type { Begun } from "../start/seats";
import type { Answering } from "../types/Answering";
import type { Board } from "../types/Board";
import type { ChatLine } from "../types/ChatLine";
import type { Mark } from "../types/Mark";
import type { Moment } from "../types/Moment";
import type { Prompt } from "../types/Prompt";
import type { Prompts } from "../types/Prompts";
import type { Sketched } from "../types/Sketched";
import type { Standing } from "../types/Standing";
import type { Stroke } from "../types/Stroke";
import type { Taken } from "../types/Taken";
import type { JsonValue } from "../types/serde_json/JsonValue";
import { Film } from "./film";
import { Questions } from "./questions.svelte";
import { language, t } from "../words";

const PAGE = 400;
const LONGEST = 8000;

/** The answer may come through yet: the line was down, or the server had too much to do. */
const passing = (e: Refused) => e.status === 0 || e.status === 429 || e.status >= 502;

/** A seat at a battle: what it knows, kept up to date over a line that may break. */
export class Session {
  standing = $state.raw<Standing | null>(null);
  board = $state.raw<Board | null>(null);
  readonly questions = new Questions();
  /** How many moments the film has; the film itself is no state. */
  total = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  marks = $state.raw<Mark[]>([]);
  line = $state<"opening" | "live" | "lost" | "none">("opening");
  readonly film = new Film();

  /** As it stood when the seat was opened: it need not be asked again at once. */
  private fresh: Standing | null = null;
  /** The version that table and questions were looked at, or a later one. */
  private looked = -1;
  /** An answer went out and no reply came: what became of it shows when the battle is next looked at. */
  private unsure = false;
  private socket: WebSocket | null = null;
  private tries = 0;
  private closed = false;
  private again = false;
  private busy: Promise<void> | null = null;
  private timer = 0;
  private quiet = 0;

  constructor(readonly token: string) {}

  /** Opens the seat. Fails if there is none. */
  async open() {
    this.fresh = await ask<Standing>("/api/seat", { token: this.token });
    this.stand(this.fresh);
    await this.catchUp();
    this.connect();
    void this.readChat();
    void this.readMarks();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.quiet);
    this.socket?.close();
  }

  /** Gets whatever is new. Calls that come meanwhile are one further round. */
  catchUp(): Promise<void> {
    if (this.busy) {
      this.again = true;
      return this.busy;
    }
    this.busy = (async () => {
      do {
        this.again = false;
        await this.round();
      } while (this.again && !this.closed);
    })().finally(() => (this.busy = null));
    return this.busy;
  }

  private async round() {
    const token = this.token;
    const unsure = this.unsure;
    const standing = this.fresh ?? (await ask<Standing>("/api/seat", { token }));
    this.fresh = null;
    this.questions.learn(standing.version);
    // Whoever may not look yet is told how it stands, and waits.
    if (!standing.sees) {
      this.looked = standing.version;
      this.stand(standing);
      return;
    }
    // The table first: it can be looked at while the film is still coming.
    const first = this.board === null;
    if (first) await this.look(standing);
    const total = this.total;
    const yours = this.standing?.yours;
    while (this.film.length < standing.moments) {
      const from = this.film.length;
      const got = await ask<{ from: number; total: number; moments: Moment[] }>(
        `/api/seat/film?from=${from}&most=${PAGE}`,
        { token },
      );
      if (!this.film.add(got.from, got.moments)) break;
    }
    if (
      !first &&
      (standing.version !== this.looked ||
        total !== this.film.length ||
        yours !== standing.yours ||
        (unsure && this.unsure))
    )
      await this.look(standing);
    this.stand(standing);
    this.total = this.film.length;
    if (unsure && this.unsure) {
      this.unsure = false;
      this.questions.refused();
    }
  }

  /** The table and what is asked, as they are now. */
  private async look(standing: Standing) {
    const token = this.token;
    const [board, asked] = await Promise.all([
      ask<Board>("/api/seat/board", { token }),
      ask<Prompts>("/api/seat/prompts", { token }),
    ]);
    this.board = board;
    this.questions.hear(asked);
    this.looked = standing.version;
    if (asked.version !== standing.version) this.again = true;
  }

  /** Takes up how it stands, unless a later standing is known. */
  private stand(standing: Standing) {
    if (standing.version >= (this.standing?.version ?? -1)) this.standing = standing;
  }

  private connect() {
    if (this.closed) return;
    const url = `${location.origin.replace(/^http/, "ws")}/api/seat/live?lang=${language()}`;
    let socket: WebSocket;
    try {
      socket = new WebSocket(url);
    } catch {
      this.lose();
      return;
    }
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ token: this.token }));
      this.catchUp()
        .then(() => {
          if (this.socket !== socket) return;
          this.tries = 0;
          this.line = "live";
          void this.readChat();
        })
        .catch(() => socket.close());
      this.listen(socket);
    };
    socket.onmessage = (e) => {
      this.listen(socket);
      this.hear(String(e.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  /** A line on which nothing at all is heard for long is asked whether it still stands. */
  private listen(socket: WebSocket) {
    clearTimeout(this.quiet);
    this.quiet = window.setTimeout(() => {
      ask("/api/seat", { token: this.token }).then(
        () => this.listen(socket),
        () => socket.close(),
      );
    }, 25_000);
  }

  private hear(text: string) {
    let said: { news?: Standing; said?: ChatLine; film?: { from: number; moments: Moment[] } };
    try {
      said = JSON.parse(text);
    } catch {
      return;
    }
    if (said.film) this.film.add(said.film.from, said.film.moments);
    if (said.said) this.hearLine(said.said);
    if (said.news) {
      const news = said.news;
      const old = this.standing;
      this.questions.learn(news.version);
      const changed =
        news.version > this.looked ||
        news.moments !== this.total ||
        news.yours !== old?.yours ||
        news.sees !== old?.sees;
      if (changed) this.catchUp().catch(() => this.socket?.close());
      else this.stand(news);
    } else if (said.film && this.film.length !== this.total) this.catchUp().catch(() => this.socket?.close());
  }

  private lose() {
    this.socket = null;
    clearTimeout(this.quiet);
    if (this.closed) return;
    this.line = "lost";
    const wait = Math.min(LONGEST, 400 * 2 ** this.tries++) * (0.8 + Math.random() * 0.4);
    this.timer = window.setTimeout(() => this.connect(), wait);
  }

  /** One stroke on a sketch. */
  sketch(stroke: Stroke): Promise<Sketched> {
    return ask<Sketched>("/api/seat/sketch", { token: this.token, body: stroke });
  }

  /**
   * Sends an answer to a question; nothing is sent to one that cannot be answered now. If the line breaks it is sent again with
   * the same key, so that it counts once. `taken` is called before anything further can be asked.
   */
  async answer(to: Prompt, answer: JsonValue, taken: () => void = () => {}) {
    const version = this.questions.send(to);
    if (version === null) return;
    try {
      const got = await this.deliver({ key: crypto.randomUUID(), version, answer });
      taken();
      this.questions.taken(got.version);
    } catch (e) {
      if (e instanceof Refused && !passing(e)) this.questions.refused(e.version ?? undefined);
      else this.unsure = true;
      throw e;
    } finally {
      await this.catchUp().catch(() => this.socket?.close());
    }
  }

  /** Gives the battle up, whatever is asked. */
  resign() {
    return this.sayAnyTime("resign");
  }

  /** Asks to take the last decision back; not while one is on its way. */
  async takeBack() {
    if (!this.questions.answered) await this.sayAnyTime("take_back");
  }

  private async sayAnyTime(what: "resign" | "take_back") {
    const version = this.standing?.version ?? 0;
    try {
      await this.deliver({ key: crypto.randomUUID(), version, answer: { do: what } });
    } finally {
      await this.catchUp().catch(() => this.socket?.close());
    }
  }

  /** The same battle once more: its seats. */
  rematch(swap: boolean): Promise<Begun> {
    return ask<Begun>("/api/seat/rematch", { token: this.token, body: { swap } });
  }

  private async deliver(body: Answering): Promise<Taken> {
    for (let i = 0; ; i++) {
      try {
        const taken = await ask<Taken>("/api/seat/answer", { token: this.token, body });
        if (this.line === "lost" && this.socket?.readyState === WebSocket.OPEN) this.line = "live";
        return taken;
      } catch (e) {
        if (!(e instanceof Refused) || !passing(e) || this.closed || i > 60) throw e;
        if (e.status === 0) this.line = "lost";
        await new Promise((r) => setTimeout(r, Math.min(LONGEST, 300 * 2 ** i)));
      }
    }
  }

  private hearLine(l: ChatLine) {
    if (!this.chat.some((c) => c.n === l.n)) this.chat = [...this.chat, l].sort((a, b) => a.n - b.n);
  }

  private async readChat() {
    const from = this.chat.length === 0 ? 0 : this.chat[this.chat.length - 1]!.n;
    try {
      const got = await ask<{ lines: ChatLine[] }>(`/api/seat/chat?from=${from}`, { token: this.token });
      got.lines.forEach((l) => this.hearLine(l));
    } catch {
      // It comes with the next connection.
    }
  }

  async say(says: string) {
    await ask("/api/seat/chat", { token: this.token, body: { says } });
    await this.readChat();
  }

  /** Lets spectators see everything at once, if the other player does too. */
  async consent() {
    this.stand(await ask<Standing>("/api/seat/consent", { token: this.token, body: null }));
  }

  async readMarks() {
    try {
      const got = await ask<{ marks: Mark[] }>("/api/seat/marks", { token: this.token });
      this.marks = [...got.marks].sort((a, b) => a.moment - b.moment);
    } catch {
      // Bookmarks are a help, no more.
    }
  }

  async mark(moment: number, note: string) {
    await ask("/api/seat/marks", { token: this.token, body: { moment, note } });
    await this.readMarks();
  }

  async unmark(id: Mark["id"]) {
    await ask(`/api/seat/marks?id=${encodeURIComponent(id)}`, { token: this.token, method: "DELETE" });
    await this.readMarks();
  }

  /** Saves what the server hands out, under the name it gives it; without the token in any address. */
  async save(path: string) {
    const r = await fetch(path, {
      headers: { authorization: `Bearer ${this.token}`, "accept-language": language() },
    });
    if (!r.ok) {
      const said = (await r.json().catch(() => null)) as { error?: { reason?: string } } | null;
      throw new Refused(r.status, said?.error?.reason ?? t("server-answered", { status: r.status }));
    }
    const url = URL.createObjectURL(await r.blob());
    const a = document.createElement("a");
    a.href = url;
    const named = /filename="([^"]+)"/.exec(r.headers.get("content-disposition") ?? "");
    a.download = named?.[1] ?? "";
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}
