import type { Spot } from "../types/Spot";
import { corners } from "./sheet";

interface Standing {
  at: Spot;
  width: number;
  depth: number;
}

/** The base that a group stands on as one: it faces as the first does and has all of them on it. */
export function spanned(group: Standing[]): Standing | null {
  const first = group[0];
  if (!first) return null;
  if (group.length === 1) return first;
  const a = (first.at.facing * Math.PI) / 180;
  const [sin, cos] = [Math.sin(a), Math.cos(a)];
  // To the right of the first one's front, and ahead of it.
  const places = group
    .flatMap((g) => corners(g.at, g.width, g.depth))
    .map(([x, y]) => {
      const [dx, dy] = [x - first.at.x, y - first.at.y];
      return [dx * cos - dy * sin, dx * sin + dy * cos] as const;
    });
  const rights = places.map((p) => p[0]);
  const aheads = places.map((p) => p[1]);
  const [left, right] = [Math.min(...rights), Math.max(...rights)];
  const [back, front] = [Math.min(...aheads), Math.max(...aheads)];
  const middle = (left + right) / 2;
  return {
    at: {
      x: first.at.x + middle * cos + front * sin,
      y: first.at.y - middle * sin + front * cos,
      facing: first.at.facing,
    },
    width: right - left,
    depth: front - back,
  };
}
