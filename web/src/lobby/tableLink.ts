/** A table of this server, or the host of another server. */
export type LinkTarget = { readonly table: string } | { readonly elsewhere: string };

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])(?=:|$)/;

/** Return the table of a link or code; undefined if the text is neither. `hosts` are the names of this server. */
export function tableOf(text: string, hosts: readonly string[]): LinkTarget | undefined {
  const trimmed = text.trim();
  const link = /([^\s/]*)\/tables\/([\w-]+)/.exec(trimmed);
  if (!link) return /^[\w-]{4,64}$/.test(trimmed) ? { table: trimmed } : undefined;
  const [, host = "", table = ""] = link;
  return host === "" || hosts.some((own) => isSameHost(own, host)) ? { table } : { elsewhere: host };
}

/** Return whether two hosts are the same. All loopback names are. */
function isSameHost(first: string, second: string): boolean {
  const normalized = (host: string): string => host.toLowerCase().replace(LOOPBACK, "localhost");
  return normalized(first) === normalized(second);
}
