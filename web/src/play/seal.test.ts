import { beforeEach, expect, test } from "vitest";
import type { Proof } from "../types/Proof";
import { compare, part, sealed, seen } from "./seal";

const store = new Map<string, string>();
beforeEach(() => {
  store.clear();
  globalThis.localStorage = {
    getItem: (k: string) => store.get(k) ?? null,
    setItem: (k: string, v: string) => void store.set(k, v),
  } as Storage;
});

const proof = (change: Partial<Proof> = {}): Proof => {
  const p: Proof = {
    book: "toy",
    seating: "{}",
    scenario: "00",
    host: "h",
    salt: "s",
    by_hand: false,
    parts: {},
    seal: "",
    ...change,
  };
  return { ...p, seal: change.seal ?? sealed(p) };
};

test("the seal covers the scenario, the seats, the host's part and whether it was chosen", () => {
  const one = sealed(proof());
  for (const other of [
    { scenario: "01" },
    { seating: "x" },
    { host: "g" },
    { salt: "t" },
    { by_hand: true },
    { book: "b" },
  ])
    expect(sealed(proof(other)), JSON.stringify(other)).not.toBe(one);
  expect(sealed(proof({ parts: { A: "x" } })), "what is said after it").toBe(one);
});

test("what was seen and said at the beginning is compared at the end", () => {
  const p = proof();
  expect(compare("t", "A", p)).toBe("dice-unseen");
  const mine = part("t", p.seal);
  expect(part("t", p.seal), "asked again").toBe(mine);
  expect(compare("t", "A", proof({ parts: { A: mine, B: "x" } }))).toBe("dice-own-parts");
  expect(compare("t", "A", proof({ parts: { A: "theirs" } }))).toBe("dice-other-part");
  expect(compare("t", "A", proof({ host: "another" }))).toBe("dice-other-seal");
  expect(compare("t", "A", { ...p, host: "another" }), "the seal does not fit").toBe("dice-other-seal");
});

test("the first seal counts", () => {
  const p = proof();
  seen("t", p.seal);
  seen("t", "another");
  expect(compare("t", "A", p)).toBe("dice-host-alone");
  expect(compare("t", "A", proof({ by_hand: true }))).toBe("dice-other-seal");
});
