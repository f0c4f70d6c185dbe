/** Which page is shown, kept in the address. Links are plain anchors: `start` takes over those that stay here. */

export type Route =
  | { readonly page: "home" | "lobby" | "new" | "replay" | "unknown" }
  | { readonly page: "variant"; readonly name: string }
  | { readonly page: "table"; readonly id: string }
  | { readonly page: "kept-replay"; readonly id: string; readonly match: number | null };

/** The page of a path. */
export function routeOf(path: string): Route {
  const [first = "", second, third, ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (first === "replay" && second !== undefined && rest.length === 0 && /^[1-9]\d{0,6}$/.test(third ?? "1")) {
    return { page: "kept-replay", id: second, match: third === undefined ? null : Number(third) };
  }
  if (third !== undefined) return { page: "unknown" };
  if (second === undefined) {
    if (first === "") return { page: "home" };
    return { page: first === "lobby" || first === "new" || first === "replay" ? first : "unknown" };
  }
  if (first === "variants") return { page: "variant", name: second };
  if (first === "tables") return { page: "table", id: second };
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
  /** How often a page was gone to: a page that is asked for again is drawn anew. */
  turn = $state(0);
  readonly route = $derived(routeOf(this.path));

  start(): void {
    this.#look();
    addEventListener("popstate", () => this.#look());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string, how: "push" | "replace" = "push"): void {
    history[how === "push" ? "pushState" : "replaceState"](null, "", path);
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    const changed = this.path !== location.pathname;
    this.path = location.pathname;
    this.query = location.search;
    if (changed) this.turn += 1;
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname === location.pathname) return; // within the page: the browser does that itself
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
