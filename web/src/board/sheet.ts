import type { Spot } from "../types/Spot";

/** A place on the drawn sheet or on the table. */
export type Point = [number, number];

/** How long the longer side of any table is on the drawn sheet, so that inks and signs are the same for every book. */
export const LONG = 1600;

/** Paper beyond the table's edge. */
export const MARGIN = 56;

/** The way between the table (`x` east, `y` north, the book's own unit) and the drawn sheet (`y` down). */
export interface Sheet {
  /** Sheet units in one unit of the table. */
  k: number;
  width: number;
  height: number;
}

export function sheetOf(width: number, depth: number): Sheet {
  const long = Math.max(width, depth);
  const k = long > 0 && Number.isFinite(long) ? LONG / long : 1;
  return { k, width: Math.max(1, width * k), height: Math.max(1, depth * k) };
}

export function toSheet(s: Sheet, x: number, y: number): Point {
  return [x * s.k, s.height - y * s.k];
}

export function toTable(s: Sheet, x: number, y: number): Point {
  return [x / s.k, (s.height - y) / s.k];
}

/** A number short enough for a path. */
export function n(v: number): string {
  return Number.isFinite(v) ? String(Math.round(v * 10) / 10) : "0";
}

/** An SVG transform that puts a block with its front middle there, facing that way. */
export function placed(s: Sheet, at: Spot): string {
  const [x, y] = toSheet(s, at.x, at.y);
  return `translate(${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}) rotate(${Math.round(at.facing * 100) / 100})`;
}

/** The middle of a block on the sheet. */
export function middle(s: Sheet, at: Spot, depth: number): Point {
  const [x, y] = toSheet(s, at.x, at.y);
  const a = (at.facing * Math.PI) / 180;
  const half = (depth * s.k) / 2;
  return [x - Math.sin(a) * half, y + Math.cos(a) * half];
}

/** The four corners of a block on the table. */
export function corners(at: Spot, width: number, depth: number): Point[] {
  const a = (at.facing * Math.PI) / 180;
  const [sin, cos] = [Math.sin(a), Math.cos(a)];
  return [-0.5, 0.5].flatMap((side) =>
    [0, depth].map((back): Point => [
      at.x + cos * width * side - sin * back,
      at.y - sin * width * side - cos * back,
    ]),
  );
}

/** The bearing from one place to another, clockwise from north, in degrees. */
export function bearing(from: Point, to: Point): number {
  return (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
}

/** An angle as the least turn: from -180 to 180. */
export function leastTurn(degrees: number): number {
  const d = ((degrees % 360) + 540) % 360;
  return d - 180;
}
