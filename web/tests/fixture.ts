import type { Board } from "../src/types/Board";
import type { Feature } from "../src/types/Feature";
import type { Piece } from "../src/types/Piece";

const area = (kind: Feature["kind"], name: string, points: [number, number][], level = 0): Feature => ({
  kind,
  name,
  shape: { area: points },
  level,
  facts: [],
});
const line = (kind: Feature["kind"], name: string, points: [number, number][], width = 0): Feature => ({
  kind,
  name,
  shape: { line: { points, width } },
  level: 0,
  facts: [],
});
const box = (x: number, y: number, w: number, d: number): [number, number][] => [
  [x - w / 2, y - d / 2],
  [x + w / 2, y - d / 2],
  [x + w / 2, y + d / 2],
  [x - w / 2, y + d / 2],
];

/** A unit for tests. */
export function piece(id: string, over: Partial<Piece> = {}): Piece {
  return {
    id,
    side: 0,
    nation: "union",
    arm: "infantry",
    label: id,
    name: `The ${id}`,
    at: { x: 0, y: 0, facing: 0 },
    width: 12,
    depth: 2.4,
    formation: "line",
    open: false,
    files: 0,
    strength: "30",
    badges: [],
    facts: [{ label: "Training", says: "trained", clause: "02.01" }],
    yours: true,
    ...over,
  };
}

/** A table with everything on it that a map can show. */
export function table(): Board {
  return {
    width: 240,
    depth: 170,
    unit: "cm",
    measured: true,
    facts: [
      { label: "Turn", says: "3 of 18" },
      { label: "Phase", says: "orders", clause: "03.01" },
    ],
    features: [
      area(
        "hill",
        "Mercer's Ridge",
        [
          [30, 108],
          [80, 100],
          [150, 100],
          [212, 110],
          [222, 128],
          [190, 146],
          [110, 150],
          [44, 142],
          [24, 124],
        ],
        1,
      ),
      area(
        "hill",
        "",
        [
          [92, 116],
          [148, 116],
          [156, 126],
          [140, 136],
          [100, 136],
          [86, 126],
        ],
        2,
      ),
      area("hill", "Battery Knoll", [
        [92, 26],
        [104, 17],
        [120, 15],
        [138, 18],
        [150, 26],
        [138, 35],
        [120, 37],
        [102, 35],
      ]),
      area("field", "Wheat", [
        [160, 20],
        [200, 18],
        [204, 44],
        [162, 46],
      ]),
      area("rough", "Stony lot", [
        [30, 20],
        [56, 18],
        [58, 40],
        [34, 42],
      ]),
      area("marsh", "The Slough", [
        [150, 62],
        [176, 60],
        [182, 70],
        [168, 76],
        [152, 72],
      ]),
      area("water", "Mill Pond", [
        [4, 22],
        [20, 20],
        [24, 34],
        [14, 44],
        [2, 40],
      ]),
      line(
        "river",
        "Mercer's Run",
        [
          [0, 52],
          [50, 58],
          [96, 54],
          [150, 60],
          [196, 52],
          [240, 48],
        ],
        5,
      ),
      line(
        "stream",
        "Dry Branch",
        [
          [196, 170],
          [200, 150],
          [230, 130],
          [240, 100],
        ],
        1,
      ),
      line(
        "road",
        "Mercer Road",
        [
          [112, 0],
          [108, 55],
          [112, 84],
          [76, 110],
          [70, 170],
        ],
        2,
      ),
      line(
        "road",
        "",
        [
          [112, 84],
          [180, 92],
          [240, 90],
        ],
        2,
      ),
      area("wood", "Mercer's Wood", [
        [2, 76],
        [26, 74],
        [38, 86],
        [36, 104],
        [22, 116],
        [2, 112],
      ]),
      area("wood", "Pine Wood", [
        [196, 58],
        [232, 56],
        [238, 78],
        [224, 96],
        [206, 84],
      ]),
      area("bridge", "Mercer Bridge", box(108, 55.4, 3, 8)),
      area("ford", "Upper Ford", box(30, 55.6, 14, 6)),
      area("town", "Mercer", box(128, 92, 24, 14)),
      area("building", "Mercer's Barn", box(92, 78, 10, 7)),
      area("building", "", box(124, 94, 5, 4)),
      area("building", "", box(132, 90, 4, 6)),
      line(
        "works",
        "The Redoubt",
        [
          [98, 124],
          [102, 114],
          [140, 114],
          [144, 124],
        ],
        0.8,
      ),
      line("works", "West breastwork", [
        [44, 116],
        [86, 108],
      ]),
      line(
        "abatis",
        "Felled trees",
        [
          [42, 108],
          [70, 102],
        ],
        1.5,
      ),
      line("fence", "Barn fence", [
        [98, 76],
        [150, 78],
      ]),
      line("hedge", "Hedge", [
        [150, 48],
        [158, 18],
      ]),
      line(
        "wall",
        "Wall",
        [
          [40, 70],
          [80, 74],
        ],
        1,
      ),
      line("barricade", "", [
        [104, 88],
        [118, 88],
      ]),
      area("camp", "Depot", box(160, 158, 30, 14)),
      line("digging", "", [
        [20, 120],
        [40, 124],
      ]),
      area("fire", "", box(188, 120, 8, 6)),
      area("boat", "", box(20, 150, 4, 4)),
      area("zone", "The crest", box(122, 127, 30, 12)),
    ],
    pieces: [
      piece("U1", { at: { x: 60, y: 48, facing: 0 }, files: 10 }),
      piece("U2", {
        at: { x: 76, y: 47, facing: 0 },
        badges: [{ short: "D", says: "disordered", tone: "worn" }],
      }),
      piece("U3", { at: { x: 92, y: 46, facing: 10 }, open: true, files: 10 }),
      piece("UB1", {
        arm: "artillery",
        at: { x: 120, y: 30, facing: 0 },
        width: 8,
        depth: 4,
        strength: "4 guns",
      }),
      piece("UC1", { arm: "cavalry", at: { x: 170, y: 40, facing: 20 }, width: 10, depth: 4 }),
      piece("UG", { arm: "general", at: { x: 84, y: 34, facing: 0 }, width: 3, depth: 3, strength: "" }),
      piece("UW", { arm: "wagon", at: { x: 110, y: 12, facing: 0 }, width: 3, depth: 5, strength: "" }),
      piece("UL", {
        arm: "limbered",
        at: { x: 108, y: 22, facing: 0 },
        width: 3,
        depth: 8,
        strength: "4 guns",
      }),
      piece("C1", {
        side: 1,
        nation: "confederate",
        yours: false,
        at: { x: 110, y: 112, facing: 180 },
        badges: [
          { short: "S", says: "shaken", tone: "bad" },
          { short: "E", says: "in works", tone: "good" },
        ],
      }),
      piece("C2", {
        side: 1,
        nation: "confederate",
        yours: false,
        at: { x: 130, y: 112, facing: 180 },
        files: 10,
      }),
      piece("CC", {
        side: 1,
        nation: "confederate",
        yours: false,
        arm: "dismounted",
        at: { x: 60, y: 110, facing: 160 },
      }),
      piece("CB", {
        side: 1,
        nation: "confederate",
        yours: false,
        arm: "artillery",
        at: { x: 122, y: 124, facing: 180 },
        width: 8,
        depth: 4,
        strength: "6 guns",
      }),
      piece("CG", {
        side: 1,
        nation: "confederate",
        yours: false,
        arm: "general",
        at: { x: 120, y: 132, facing: 180 },
        width: 3,
        depth: 3,
        strength: "",
      }),
      piece("CO", {
        side: 1,
        nation: "confederate",
        yours: false,
        arm: "orderly",
        at: { x: 150, y: 132, facing: 200 },
        width: 2,
        depth: 2,
        strength: "",
      }),
    ],
  };
}
