/** What was sketched, step by step, and the way back. */
export interface Steps<T> {
  readonly all: readonly T[];
  /** The step that holds now. */
  readonly at: number;
}

const MOST = 200;

export function begin<T>(first: T): Steps<T> {
  return { all: [first], at: 0 };
}

export function now<T>(s: Steps<T>): T {
  return s.all[s.at]!;
}

/** A further step; whatever was undone before it is forgotten. */
export function push<T>(s: Steps<T>, next: T): Steps<T> {
  const all = [...s.all.slice(0, s.at + 1), next].slice(-MOST);
  return { all, at: all.length - 1 };
}

/** The step that holds now, seen otherwise: no step of its own. */
export function amend<T>(s: Steps<T>, next: T): Steps<T> {
  return { all: s.all.map((x, i) => (i === s.at ? next : x)), at: s.at };
}

export function undo<T>(s: Steps<T>): Steps<T> {
  return { ...s, at: Math.max(0, s.at - 1) };
}

export function redo<T>(s: Steps<T>): Steps<T> {
  return { ...s, at: Math.min(s.all.length - 1, s.at + 1) };
}
