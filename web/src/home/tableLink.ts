/** The table that a link or a code names; undefined where it is neither. */
export function tableOf(text: string): string | undefined {
  const wanted = text.trim();
  const inLink = /\/tables\/([\w-]+)/.exec(wanted);
  if (inLink) return inLink[1];
  return /^[\w-]{4,64}$/.test(wanted) ? wanted : undefined;
}
