/** Parses the subset of Markdown of the rule books. The result is data, never HTML, so that a book cannot inject markup. */

import { cardOf } from "../cards/cards";

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "strong"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "card"; readonly code: string };

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly id: string; readonly text: string }
  | { readonly kind: "paragraph"; readonly parts: readonly Inline[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: "table";
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

export function parseMarkdown(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const lines of lineBlocks(markdown)) {
    const heading = /^(#{1,6}) +(.*)$/.exec(lines[0] ?? "");
    if (heading?.[1] && heading[2] !== undefined) {
      const id = `section-${blocks.filter((block) => block.kind === "heading").length}`;
      blocks.push({ kind: "heading", level: heading[1].length, id, text: unescaped(heading[2]) });
    } else if (lines.every((line) => line.startsWith("|"))) {
      const [head = [], , ...rows] = lines.map(cellsOf);
      blocks.push({ kind: "table", head, rows });
    } else if (lines.every((line) => line.startsWith("- "))) {
      blocks.push({ kind: "list", items: lines.map((line) => parseInline(line.slice(2))) });
    } else {
      blocks.push({ kind: "paragraph", parts: parseInline(lines.join(" ")) });
    }
  }
  return blocks;
}

/** Yield blocks of lines, which empty lines and headings separate. */
function* lineBlocks(markdown: string): Generator<string[]> {
  let lines: string[] = [];
  for (const line of markdown.split(/\r?\n/)) {
    const heading = line.startsWith("#");
    if ((heading || line.trim() === "") && lines.length > 0) {
      yield lines;
      lines = [];
    }
    if (heading) yield [line];
    else if (line.trim() !== "") lines.push(line);
  }
  if (lines.length > 0) yield lines;
}

function cellsOf(line: string): Inline[][] {
  const inside = line.trim().replace(/^\||\|$/g, "");
  return inside.split(/(?<!\\)\|/).map((cell) => {
    const codes = cell.trim().split(/\s+/);
    const cards = codes.map(cardOf).filter((card) => card !== undefined);
    if (cards.length === codes.length && cards.length > 1) return cards.map(({ code }) => ({ kind: "card", code }));
    return parseInline(cell.trim());
  });
}

const MARKS = /`([^`]*)`|\*\*((?:\\.|[^*\\])+)\*\*/g;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > from) parts.push({ kind: "text", text: unescaped(text.slice(from, match.index)) });
    const [all, code, strong] = match;
    if (strong !== undefined) parts.push({ kind: "strong", text: unescaped(strong) });
    else if (code !== undefined) parts.push(codeOrCard(code));
    from = match.index + all.length;
  }
  if (from < text.length) parts.push({ kind: "text", text: unescaped(text.slice(from)) });
  return parts;
}

/** Return the card of `[1e †]`. Other text between backticks is code. */
function codeOrCard(code: string): Inline {
  const face = /^\[(\S+) \S+\]$/.exec(code);
  const card = face?.[1] === undefined ? undefined : cardOf(face[1]);
  return card ? { kind: "card", code: card.code } : { kind: "code", text: code.replaceAll("\\|", "|") };
}

function unescaped(text: string): string {
  return text.replace(/\\([\\*_|<>[\]])/g, "$1");
}
