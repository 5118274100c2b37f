/** Blocks of the old Kriegsspiel: what is cut into each, as paths about the middle of its front edge, front upward. */
import type { Piece } from "../types/Piece";
import { noise } from "./patterns";
import { n } from "./sheet";
import { t } from "../words";

/** The lines of a block. */
export interface Block {
  /** Its outline. */
  face: string;
  /** The hatching of the second side, so that colour alone is never the sign. */
  hatch: string;
  /** Subdivisions: figures abreast. */
  files: string;
  /** The mark of its arm, as strokes. */
  mark: string;
  /** The mark of its arm, as filled shapes. */
  solid: string;
  /** The heavy edge it fights with, and the tick that shows where it faces. */
  front: string;
  tick: string;
}

/** Cuts a block of a width and depth on the sheet. */
export function cut(
  p: Pick<Piece, "arm" | "open" | "files" | "side">,
  width: number,
  depth: number,
  seed = 1,
): Block {
  const w = Math.max(5, width);
  const d = Math.max(4.5, depth);
  const h = w / 2;
  const round = p.arm === "general" || p.arm === "orderly";
  const block: Block = {
    face: round ? disc(0, d / 2, Math.max(h, d / 2)) : `M${n(-h)} 0H${n(h)}V${n(d)}H${n(-h)}Z`,
    hatch: "",
    files: "",
    mark: "",
    solid: "",
    front: round ? "" : `M${n(-h)} 0H${n(h)}`,
    tick: "",
  };
  const tick = Math.min(7, Math.max(3.5, Math.min(w, d) * 0.35));
  block.tick = round
    ? `M${n(-tick * 0.7)} ${n(d / 2 - Math.max(h, d / 2) - 0.5)}L0 ${n(d / 2 - Math.max(h, d / 2) - tick)}L${n(tick * 0.7)} ${n(d / 2 - Math.max(h, d / 2) - 0.5)}Z`
    : `M${n(-tick)} 0L0 ${n(-tick)}L${n(tick)} 0Z`;
  if (p.open && !round) {
    // Open order: loose figures instead of a solid block.
    const columns = Math.max(3, Math.min(p.files > 1 ? p.files : 12, Math.round(w / 7)));
    const rows = Math.max(1, Math.min(3, Math.round(d / 8)));
    let dots = "";
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) {
        const k = r * 64 + c;
        const x = -h + ((c + 0.5 + (noise(seed, k) - 0.5) * 0.3) * w) / columns;
        const y = ((r + 0.5 + (noise(seed + 1, k) - 0.5) * 0.3) * d) / rows;
        const s = Math.min(3.4, Math.max(1.8, w / columns / 2.6));
        dots += `M${n(x - s)} ${n(y - s * 0.8)}h${n(2 * s)}v${n(1.6 * s)}h${n(-2 * s)}z`;
      }
    block.solid = dots;
  } else if (p.files > 1 && p.files <= 60 && w / p.files > 3) {
    for (let i = 1; i < p.files; i++)
      block.files += `M${n(-h + (w * i) / p.files)} 0V${n(Math.min(d, d * 0.34))}`;
  }
  if (p.side === 1 && !round && !p.open) {
    // The rear half is hatched.
    for (let x = -h + 3; x < h; x += 4.5) {
      const to = Math.min(h, x + d / 2);
      block.hatch += `M${n(x)} ${n(d)}L${n(to)} ${n(d - (to - x))}`;
    }
  }
  arm(block, p, w, d);
  return block;
}

function arm(b: Block, p: Pick<Piece, "arm" | "open">, w: number, d: number) {
  const h = w / 2;
  const m = d / 2;
  switch (p.arm) {
    case "infantry":
      if (!p.open) b.mark = `M${n(-h)} 0L${n(h)} ${n(d)}M${n(h)} 0L${n(-h)} ${n(d)}`;
      break;
    case "cavalry":
      b.mark = `M${n(-h)} ${n(d)}L${n(h)} 0`;
      if (!p.open) b.solid = `M${n(-h)} ${n(d)}L${n(h)} 0V${n(d)}Z`;
      break;
    case "dismounted":
      b.mark = `M${n(-h)} ${n(d)}L${n(h)} 0`;
      b.solid += disc(h * 0.45, d * 0.72, Math.min(3, d / 6));
      b.solid += disc(-h * 0.45, d * 0.28, Math.min(3, d / 6));
      break;
    case "artillery": {
      const r = Math.max(1.8, Math.min(w, d) / 5.5);
      b.solid = disc(0, m, r);
      b.mark = `M0 ${n(m)}V${n(-Math.min(6, d / 2))}M${n(-r * 2)} ${n(m - r)}V${n(m + r)}M${n(r * 2)} ${n(m - r)}V${n(m + r)}`;
      break;
    }
    case "limbered": {
      const r = Math.max(1.6, Math.min(w, d) / 7);
      b.solid = disc(0, d * 0.68, r);
      b.mark = `M0 ${n(d * 0.68)}V${n(d * 0.2)}M${n(-r * 1.6)} ${n(d * 0.2)}H${n(r * 1.6)}M${n(-r * 1.6)} ${n(d * 0.36)}H${n(r * 1.6)}`;
      break;
    }
    case "wagon": {
      const r = Math.max(2.4, Math.min(w, d) / 3.4);
      b.mark = `${disc(0, m, r)}M${n(-r)} ${n(m)}H${n(r)}M0 ${n(m - r)}V${n(m + r)}`;
      break;
    }
    case "general":
      b.solid = star(0, m, Math.max(h, m) * 0.74);
      break;
    case "orderly": {
      const r = Math.max(h, m) * 0.5;
      b.mark = `M0 ${n(m + r)}V${n(m - r)}M${n(-r * 0.8)} ${n(m - r * 0.2)}L0 ${n(m - r)}L${n(r * 0.8)} ${n(m - r * 0.2)}`;
      break;
    }
  }
}

function disc(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
}

function star(x: number, y: number, r: number): string {
  let d = "";
  for (let i = 0; i < 10; i++) {
    const a = (i * Math.PI) / 5;
    const q = i % 2 === 0 ? r : r * 0.42;
    d += `${i === 0 ? "M" : "L"}${n(x + Math.sin(a) * q)} ${n(y - Math.cos(a) * q)}`;
  }
  return `${d}Z`;
}

/** What a reader with eyes shut is told of a piece: all of it. */
export function spoken(p: Piece, sides: string[]): string {
  const whose = p.yours ? t("yours") : p.side === undefined ? t("piece-nobody") : (sides[p.side] ?? "");
  return [
    p.name || p.label || p.id,
    whose,
    t("arm", { arm: p.arm }),
    p.formation,
    p.open ? t("piece-open") : "",
    p.strength ? t("piece-strength", { strength: p.strength }) : "",
    ...p.badges.map((b) => b.says),
    t("piece-faces", { way: compass(p.at.facing) }),
    ...p.facts.map((f) => (f.label ? `${f.label}: ${f.says}` : f.says)),
  ]
    .filter((x) => x !== "")
    .join(", ");
}

const POINTS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/** The point of the compass that lies there, in words. */
export function compass(degrees: number): string {
  return t("compass", { point: POINTS[((Math.round(degrees / 45) % 8) + 8) % 8]! });
}
