import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Prompt } from "../types/Prompt";
import type { Standing } from "../types/Standing";
import { Session } from "./session.svelte";

/** A request that the server has not answered yet. */
interface Request {
  path: string;
  body: { key: string; version: number; answer: unknown } | null;
  reply: (status: number, body: unknown) => void;
  lose: () => void;
}

/** A server that answers when it is told to, in any order. */
class SlowServer {
  waiting: Request[] = [];
  readonly answers: Request[] = [];
  version = 0;
  asks = "move";

  readonly fetch = (path: string, init: RequestInit): Promise<Response> =>
    new Promise((done, fail) => {
      const r: Request = {
        path: path.split("?")[0]!,
        body: init.body ? JSON.parse(String(init.body)) : null,
        reply: (status, body) => done(new Response(JSON.stringify(body), { status })),
        lose: () => fail(new TypeError("lost")),
      };
      if (r.path === "/api/seat/answer") this.answers.push(r);
      else this.waiting.push(r);
    });

  standing(): Partial<Standing> {
    return { version: this.version, moments: 0, sees: true, yours: true, ending: null };
  }
  prompts(): { version: number; prompts: Prompt[] } {
    const prompt = { asks: this.asks, says: "", clause: "", standing: false, offers: [], complete: true };
    return { version: this.version, prompts: [{ ...prompt, amends: false, form: {} }] };
  }
  /** What a request would be answered with now. */
  now(r: Request): unknown {
    if (r.path === "/api/seat") return this.standing();
    if (r.path === "/api/seat/prompts") return this.prompts();
    if (r.path === "/api/seat/chat") return { lines: [] };
    if (r.path === "/api/seat/marks") return { marks: [] };
    if (r.path === "/api/seat/film") return { from: 0, total: 0, moments: [] };
    return { pieces: [] };
  }
  /** Answers whatever waits, until nothing does. */
  async serve() {
    for (let quiet = 0; quiet < 5; quiet++) {
      for (const r of this.waiting.splice(0)) {
        r.reply(200, this.now(r));
        quiet = 0;
      }
      await Promise.resolve();
      await new Promise((ok) => setImmediate(ok));
    }
  }
}

class Line {
  static readonly OPEN = 1;
  static last: Line | null = null;
  readyState = 1;
  onopen = () => {};
  onmessage: (e: { data: string }) => void = () => {};
  onclose = () => {};
  send = () => {};
  constructor() {
    Line.last = this;
  }
  close() {
    this.readyState = 3;
    this.onclose();
  }
}

let server: SlowServer;
let session: Session;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  server = new SlowServer();
  vi.stubGlobal("fetch", server.fetch);
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { origin: "http://here" });
  vi.stubGlobal("window", globalThis);
  session = new Session("token");
  const opened = session.open();
  await server.serve();
  await opened;
  Line.last!.onopen();
  await server.serve();
});
afterEach(() => {
  session.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const news = () => Line.last!.onmessage({ data: JSON.stringify({ news: server.standing() }) });
const press = (answer: string) =>
  session.answer(session.questions.all[0]!, answer).catch((e: unknown) => e as Error);
const tick = () => new Promise((ok) => setImmediate(ok));

describe("a seat over a slow line", () => {
  it("sends one answer however often it is pressed, until it has been asked anew", async () => {
    const first = press("one");
    void press("two");
    expect(server.answers).toHaveLength(1);
    expect(server.answers[0]!.body).toMatchObject({ version: 0, answer: "one" });
    server.version = 1;
    server.answers[0]!.reply(200, { version: 1 });
    await tick();
    // The reply is here, the next question is not.
    void press("three");
    expect(session.questions.answered).toBe(true);
    expect(server.answers).toHaveLength(1);
    await server.serve();
    await first;
    void press("four");
    expect(server.answers).toHaveLength(2);
    expect(server.answers[1]!.body).toMatchObject({ version: 1, answer: "four" });
  });

  it("hears of the next question before the reply, and waits for the reply", async () => {
    void press("one");
    server.version = 1;
    server.asks = "shoot";
    news();
    await server.serve();
    expect(session.questions.version).toBe(1);
    void press("two");
    expect(server.answers).toHaveLength(1);
    server.answers[0]!.reply(200, { version: 1 });
    await tick();
    void press("three");
    expect(server.answers[1]!.body).toMatchObject({ version: 1, answer: "three" });
  });

  it("lets go of an older standing and older questions that come after newer ones", async () => {
    const catching = session.catchUp();
    await tick();
    const old = server.waiting.splice(0);
    expect(old.map((r) => r.path)).toEqual(["/api/seat"]);
    const late = server.now(old[0]!);
    void press("one");
    server.version = 2;
    server.answers[0]!.reply(200, { version: 2 });
    await tick();
    // The standing of before the answer comes now.
    old[0]!.reply(200, late);
    await tick();
    expect(session.questions.open).toBe(false);
    void press("two");
    expect(server.answers).toHaveLength(1);
    await server.serve();
    await catching;
    expect(session.standing!.version).toBe(2);
    expect(session.questions.version).toBe(2);
    expect(session.questions.open).toBe(true);
    server.version = 1;
    news();
    await server.serve();
    expect(session.standing!.version).toBe(2);
    expect(session.questions.version).toBe(2);
  });

  it("sends a lost answer again under the same key, and nothing else meanwhile", async () => {
    const first = press("one");
    server.answers[0]!.lose();
    await tick();
    void press("two");
    await vi.advanceTimersByTimeAsync(400);
    expect(server.answers).toHaveLength(2);
    expect(server.answers[1]!.body).toEqual(server.answers[0]!.body);
    server.version = 1;
    server.answers[1]!.reply(200, { version: 1 });
    await tick();
    await server.serve();
    await first;
    expect(session.questions.open).toBe(true);
    expect(session.line).toBe("live");
  });

  it("has the old question back when the answer is refused", async () => {
    const first = press("one");
    server.answers[0]!.reply(422, { error: { reason: "not so", clause: "1", field: null } });
    await tick();
    await server.serve();
    expect(await first).toMatchObject({ message: "not so" });
    void press("two");
    expect(server.answers[1]!.body).toMatchObject({ version: 0, answer: "two" });
  });

  it("does not have it back when the battle has gone on", async () => {
    const first = press("one");
    server.version = 3;
    server.answers[0]!.reply(409, { error: { reason: "gone on", clause: null, field: null }, version: 3 });
    await tick();
    void press("two");
    expect(server.answers).toHaveLength(1);
    await server.serve();
    await first;
    void press("three");
    expect(server.answers[1]!.body).toMatchObject({ version: 3 });
  });

  it("asks again by a new line when the next question did not come through", async () => {
    const old = Line.last;
    const first = press("one");
    server.version = 1;
    server.answers[0]!.reply(200, { version: 1 });
    await tick();
    server.waiting.splice(0).forEach((r) => r.lose());
    await first;
    expect(session.questions.answered).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(Line.last).not.toBe(old);
    Line.last!.onopen();
    await server.serve();
    expect(session.questions.open).toBe(true);
    expect(session.questions.version).toBe(1);
  });

  it("opens what is asked again when an answer is given up, only after it has looked", async () => {
    const first = press("one");
    for (let i = 0; i <= 61; i++) {
      server.answers[i]!.lose();
      await vi.advanceTimersByTimeAsync(9000);
      server.waiting.splice(0).forEach((r) => r.lose());
    }
    await first;
    expect(server.answers).toHaveLength(62);
    expect(session.questions.open).toBe(false);
    void session.catchUp();
    await server.serve();
    expect(session.questions.open).toBe(true);
  });

  it("looks at the table again when it was seen at an earlier version than the question", async () => {
    server.version = 1;
    news();
    await tick();
    const standing = server.waiting.splice(0);
    standing[0]!.reply(200, server.standing());
    await tick();
    // The table is of version 1, the question already of version 2.
    const board = server.waiting.find((r) => r.path === "/api/seat/board")!;
    board.reply(200, { pieces: ["old"] });
    server.version = 2;
    server.waiting = server.waiting.filter((r) => r !== board);
    await server.serve();
    expect(session.board!.pieces).toEqual([]);
  });
});
