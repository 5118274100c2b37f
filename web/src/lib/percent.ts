import { t } from "../words";

/** A chance for people: what may happen is never shown as 0 %, nor what may fail as 100 %. */
export function percent(share: number): string {
  const n = share * 100;
  if (n > 0 && n < 0.1) return t("percent-under", { percent: 0.1 });
  if (n > 99.9 && n < 100) return t("percent-over", { percent: 99.9 });
  return t("percent", { percent: n === 0 ? "0" : n.toFixed(n >= 99.95 ? 0 : 1) });
}
