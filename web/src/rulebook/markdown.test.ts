import { describe, expect, test } from "vitest";

import { parseInline, parseMarkdown } from "./markdown";

describe("a rule book", () => {
  test("has headings, paragraphs, lists and tables", () => {
    const kinds = parseMarkdown("# A\n\n## B\n\nwords\nmore\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n");
    expect(kinds.map((block) => block.kind)).toEqual(["heading", "heading", "paragraph", "list", "table"]);
    expect(kinds[2]).toEqual({ kind: "paragraph", parts: [{ kind: "text", text: "words more" }] });
    expect(kinds[4]).toMatchObject({ rows: [[[{ text: "1" }], [{ text: "2" }]]] });
  });

  test("gives every heading a different id", () => {
    const ids = parseMarkdown("# A\n## A\n## A").map((block) => (block.kind === "heading" ? block.id : ""));
    expect(new Set(ids).size).toBe(3);
  });

  test("shows cards, and keeps other code as text", () => {
    expect(parseInline("`[1e †]` `[Qp ♣]` como `1e`")).toEqual([
      { kind: "card", code: "1e" },
      { kind: "text", text: " " },
      { kind: "card", code: "10b" },
      { kind: "text", text: " como " },
      { kind: "code", text: "1e" },
    ]);
  });

  test("shows cells that contain only cards as cards", () => {
    const [table] = parseMarkdown("| cartas | flor |\n| --- | --- |\n| 5e 6e 7e | 38 |");
    expect(table).toMatchObject({ rows: [[[{ code: "5e" }, { code: "6e" }, { code: "7e" }], [{ text: "38" }]]] });
  });

  test("keeps escaped characters and HTML as text", () => {
    expect(parseInline("5o \\> 12b \\*\\* <img src=x onerror=alert(1)>")).toEqual([
      { kind: "text", text: "5o > 12b ** <img src=x onerror=alert(1)>" },
    ]);
    expect(parseMarkdown("| `a\\|b` | c |\n| --- | --- |")).toMatchObject([{ head: [[{ text: "a|b" }], [{ text: "c" }]] }]);
  });
});
