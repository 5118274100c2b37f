/** Stands for a `<` that an argument brought along. */
const LESS = "\u{E000}";

/** A message cut at its `<b>`; what an argument says is never taken for one. */
export function stressed(
  args: Record<string, unknown>,
  say: (safe: Record<string, unknown>) => string,
): { text: string; strong: boolean }[] {
  const safe = Object.fromEntries(
    Object.entries(args).map(([k, v]) => [k, typeof v === "string" ? v.replaceAll("<", LESS) : v]),
  );
  return say(safe)
    .split(/(<b>.*?<\/b>)/s)
    .filter((part) => part !== "")
    .map((part) => {
      const strong = part.startsWith("<b>");
      return { text: (strong ? part.slice(3, -4) : part).replaceAll(LESS, "<"), strong };
    });
}
