/** A stretch of what is said; `code` where it is quoted as it stands in a file or a form. */
export interface Part {
  text: string;
  code: boolean;
}

/** What stands between backticks is code, and the backticks are for nobody to read. */
export function quoted(says: string): Part[] {
  return says
    .split("`")
    .map((text, i, all) => ({ text, code: i % 2 === 1 && i < all.length - 1 }))
    .filter((p) => p.text !== "");
}
