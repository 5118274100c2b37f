import { describe, expect, it } from "vitest";
import type { Prompt } from "../types/Prompt";
import { Questions } from "./questions.svelte";

const prompt = (asks: string, standing = false): Prompt => ({
  asks,
  says: asks,
  clause: "1",
  standing,
  offers: [],
  complete: true,
  amends: false,
  form: {},
});
const asked = (version: number, ...all: Prompt[]) => {
  const q = new Questions();
  q.hear({ version, prompts: all });
  return q;
};

describe("what is asked of a seat", () => {
  it("is answered once", () => {
    const move = prompt("move");
    const q = asked(4, move);
    expect(q.send(move)).toBe(4);
    expect(q.send(move)).toBeNull();
    expect(q.answered).toBe(true);
    q.taken(5);
    expect(q.answered, "nothing was asked since").toBe(true);
    expect(q.send(move)).toBeNull();
    const next = prompt("move");
    q.hear({ version: 5, prompts: [next] });
    expect(q.answered).toBe(false);
    expect(q.send(move), "that was asked before").toBeNull();
    expect(q.send(next)).toBe(5);
  });

  it("stays shut when the next question is there before the reply to the answer", () => {
    const q = asked(4, prompt("move"));
    q.send(q.all[0]!);
    q.hear({ version: 5, prompts: [prompt("shoot")] });
    expect(q.open).toBe(false);
    expect(q.send(q.all[0]!)).toBeNull();
    q.taken(5);
    expect(q.open).toBe(true);
    expect(q.send(q.all[0]!)).toBe(5);
  });

  it("is asked again when the answer is refused", () => {
    const move = prompt("move");
    const q = asked(4, move);
    q.send(move);
    q.refused();
    expect(q.all).toEqual([move]);
    expect(q.send(move)).toBe(4);
  });

  it("is not asked again when the battle has gone on meanwhile", () => {
    const move = prompt("move");
    const q = asked(4, move);
    q.send(move);
    q.refused(6);
    expect(q.open).toBe(false);
    q.hear({ version: 5, prompts: [prompt("move")] });
    expect(q.open, "asked before what is known").toBe(false);
    q.hear({ version: 6, prompts: [prompt("move")] });
    expect(q.open).toBe(true);
  });

  it("never goes back to an older version", () => {
    const q = asked(7, prompt("shoot"));
    q.hear({ version: 6, prompts: [prompt("move")] });
    expect(q.version).toBe(7);
    expect(q.all[0]!.asks).toBe("shoot");
    q.taken(6);
    expect(q.open).toBe(true);
  });

  it("is shown but not answered while a later version is only known of", () => {
    const orders = prompt("orders");
    const q = asked(2, orders);
    q.learn(3);
    expect(q.answered).toBe(false);
    expect(q.open).toBe(false);
    expect(q.send(orders)).toBeNull();
    q.hear({ version: 3, prompts: [prompt("orders")] });
    expect(q.open).toBe(true);
  });

  it("holds for what may be answered at any time too", () => {
    const [rule, decide] = [prompt("rule", true), prompt("decide")];
    const q = asked(1, rule, decide);
    expect(q.send(rule)).toBe(1);
    expect(q.send(decide)).toBeNull();
    q.taken(2);
    expect(q.send(decide)).toBeNull();
  });
});
