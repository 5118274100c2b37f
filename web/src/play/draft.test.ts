import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Sketched } from "../types/Sketched";
import type { Stroke } from "../types/Stroke";
import { Draft } from "./draft.svelte";
import type { Session } from "./session.svelte";

const sketched = (draft: string): Sketched => ({
  draft,
  answer: draft,
  pieces: ["a"],
  ghosts: [],
  refusal: null,
  says: [],
  slip: null,
  controls: [],
  orders: [],
  missing: [],
});

/** A server that answers each stroke when it is told to. */
const replies: ((s: Sketched) => void)[] = [];
const asked: Stroke[] = [];
const session = {
  token: "token",
  sketch: (s: Stroke) => {
    asked.push(s);
    return new Promise<Sketched>((ok) => replies.push(ok));
  },
} as unknown as Session;
const tick = () => new Promise((ok) => setImmediate(ok));

beforeEach(() => {
  replies.length = 0;
  asked.length = 0;
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});

describe("a draft", () => {
  it("lets go of a preview that comes after the stroke", async () => {
    const d = new Draft(session, "move", sketched("blank"));
    d.preview(["a"], "pick");
    const made = d.stroke(["a"], "pick");
    await tick();
    replies[1]!(sketched("made"));
    await made;
    replies[0]!(sketched("halfway"));
    await tick();
    expect(d.shown.draft).toBe("made");
    expect(d.now.draft).toBe("made");
  });

  it("makes a stroke for those whom the stroke before it takes up", async () => {
    const d = new Draft(session, "move", { ...sketched("blank"), pieces: [] });
    d.preview(["a"], "pick");
    replies[0]!(sketched("halfway"));
    await tick();
    // The hand has let go, and sets something before the server has said what came of it.
    const dragged = d.stroke(["a"], { drag: { x: 1, y: 1, facing: null } });
    const set = d.stroke(null, { set: { control: "figures", value: 21 } });
    await tick();
    replies[1]!(sketched("dragged"));
    await dragged;
    await tick();
    expect(asked[2]).toMatchObject({ draft: "dragged", pieces: ["a"] });
    replies[2]!(sketched("set"));
    expect(await set).toBe(true);
  });

  it("knows whether something is drawn on it that would be lost", async () => {
    const d = new Draft(session, "move", sketched("blank"));
    expect(d.drawn).toBe(false);
    const made = d.stroke(["a"], "pick");
    await tick();
    replies[0]!(sketched("made"));
    await made;
    expect(d.drawn).toBe(true);
    d.undo();
    expect(d.drawn).toBe(false);
  });

  it("takes back the stroke that is still under way, not the one before it", async () => {
    const d = new Draft(session, "move", sketched("blank"));
    const drawn = d.stroke(["a"], "pick");
    await tick();
    replies[0]!(sketched("drawn"));
    await drawn;
    const filled = d.stroke(["a"], "pick");
    d.undo();
    expect(d.waiting).toBe(2);
    await tick();
    expect(asked[1]).toMatchObject({ draft: "drawn" });
    replies[1]!(sketched("filled"));
    await filled;
    await tick();
    expect(d.now.draft).toBe("drawn");
    expect(d.waiting).toBe(0);
    d.redo();
    expect(d.now.draft).toBe("filled");
  });

  it("shows a preview while the hand has not let go, and forgets it when it does", async () => {
    const d = new Draft(session, "move", sketched("blank"));
    d.preview(["a"], "pick");
    replies[0]!(sketched("halfway"));
    await tick();
    expect(d.shown.draft).toBe("halfway");
    expect(d.now.draft).toBe("blank");
    d.drop();
    expect(d.shown.draft).toBe("blank");
  });
});
