/** Light by day, dark by lamplight, or as the reader's machine has it. */
export type Theme = "light" | "dark";
const KEY = "vedette.theme";

function kept(): Theme | null {
  try {
    const t = localStorage.getItem(KEY);
    return t === "light" || t === "dark" ? t : null;
  } catch {
    return null;
  }
}

const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;

export const theme = $state({ now: (kept() ?? (dark() ? "dark" : "light")) as Theme });

function show() {
  const t = kept();
  if (t) document.documentElement.dataset.theme = t;
}
show();

/** The other one, from now on. */
export function switchTheme() {
  theme.now = theme.now === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEY, theme.now);
  } catch {
    // For this page, then.
  }
  document.documentElement.dataset.theme = theme.now;
}
