/** What somebody was sent: a table of this server, or one of another. */
export type Sent = { readonly table: string } | { readonly elsewhere: string };

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])(?=:|$)/;

/** The table that a link or a code names; undefined where it is neither. `hosts` are the names that this server has. */
export function tableOf(text: string, hosts: readonly string[]): Sent | undefined {
  const wanted = text.trim();
  const link = /([^\s/]*)\/tables\/([\w-]+)/.exec(wanted);
  if (!link) return /^[\w-]{4,64}$/.test(wanted) ? { table: wanted } : undefined;
  const [, host = "", table = ""] = link;
  return host === "" || hosts.some((own) => same(own, host)) ? { table } : { elsewhere: host };
}

/** Whether two hosts are one: a machine has several names for itself. */
function same(one: string, other: string): boolean {
  const plain = (host: string): string => host.toLowerCase().replace(LOOPBACK, "localhost");
  return plain(one) === plain(other);
}
