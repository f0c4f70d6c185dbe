/** The page of the current address. Links are plain anchors; the router handles those within the site. */

export type Route =
  | { readonly page: "home" | "lobby" | "matches" | "new" | "replay" | "history" | "unknown" }
  | { readonly page: "variant" | "lesson"; readonly name: string }
  | { readonly page: "table"; readonly id: string }
  | { readonly page: "commented-hand"; readonly name: string }
  | { readonly page: "table-replay"; readonly id: string; readonly match: number | null };

const TABLE_CODE = /^[\dA-F]{18}$/i; // older codes have other characters, whose case matters

/** Return the code of a table as the server writes it: some messengers and people write it in capitals. */
const tableCode = (code: string): string => (TABLE_CODE.test(code) ? code.toLowerCase() : code);

/** Return the page of a path. */
export function routeOf(path: string): Route {
  const [first = "", second, third, ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (first === "replay" && second !== undefined && rest.length === 0 && /^[1-9]\d{0,6}$/.test(third ?? "1")) {
    return { page: "table-replay", id: tableCode(second), match: third === undefined ? null : Number(third) };
  }
  if (third !== undefined) return { page: "unknown" };
  if (second === undefined) {
    if (first === "") return { page: "home" };
    return { page: first === "lobby" || first === "matches" || first === "new" || first === "replay" || first === "history" ? first : "unknown" };
  }
  if (first === "variants") return { page: "variant", name: second };
  if (first === "commented-hands") return { page: "commented-hand", name: second };
  if (first === "learn") return { page: "lesson", name: second };
  if (first === "tables") return { page: "table", id: tableCode(second) };
  return { page: "unknown" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state("/");
  query = $state("");
  /** The number of the current visit to a page. It changes with the path, so that the page is created again. */
  visit = $state(0);
  readonly route = $derived(routeOf(this.path));

  start(): void {
    this.#readAddress();
    addEventListener("popstate", () => this.#readAddress());
    document.addEventListener("click", (event) => this.#onClick(event));
  }

  go(path: string, how: "push" | "replace" = "push"): void {
    history[how === "push" ? "pushState" : "replaceState"](null, "", path);
    this.#readAddress();
    scrollTo(0, 0);
  }

  #readAddress(): void {
    const changed = this.path !== location.pathname;
    this.path = location.pathname;
    this.query = location.search;
    if (changed) this.visit += 1;
  }

  #onClick(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname === location.pathname) return; // the browser handles links within the page
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
