/** The language that nobody speaks: English with accents, between brackets. */
const LETTERS: Record<string, string> = {};
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MARKED = "àƀçđéƒĝħíĵķľɱñóþɋŕšŧûṽŵẋýžÀƁÇĐÉƑĜĦÍĴĶĽṀÑÓÞɊŔŠŦÛṼŴẊÝŽ";
[...MARKED].forEach((m, i) => (LETTERS[PLAIN[i]!] = m));

/** Every letter with a mark on it; what stands between `<` and `>` is for the page, and stays. */
export const accented = (text: string): string =>
  text.replaceAll(/<[^>]*>|[a-z]/gi, (x) => (x.length > 1 ? x : (LETTERS[x] ?? x)));

export const bracketed = (text: string): string => `⟦${text}⟧`;
