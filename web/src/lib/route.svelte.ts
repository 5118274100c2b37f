/** Where the reader is: the path without its slashes, and what stands after the hash. */
export const route = $state({ path: location.pathname, hash: location.hash.slice(1) });

function read() {
  route.path = location.pathname;
  route.hash = location.hash.slice(1);
}

addEventListener("popstate", read);
addEventListener("hashchange", read);

/** Goes to another page without loading it anew. */
export function go(to: string) {
  history.pushState(null, "", to);
  read();
  scrollTo(0, 0);
}

/** A click on a link within the page. Those that open elsewhere are left alone. */
export function follow(e: MouseEvent) {
  if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
  const a = (e.target as Element | null)?.closest?.("a");
  if (!a || a.target || a.hasAttribute("download") || a.origin !== location.origin) return;
  if (a.pathname.startsWith("/api/")) return;
  e.preventDefault();
  go(a.pathname + a.search + a.hash);
}
