/** A table of Markdown. Cells are Markdown; `undefined` is an empty cell. */
export function table(headings, rows) {
  const lines = [headings, headings.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cellOf).join(" | ")} |`);
  return lines.join("\n");
}

const cellOf = (text) =>
  escapeBars(
    String(text ?? "")
      .replace(/\s+/g, " ")
      .trim(),
  );

/** Escapes `|`, in code as well: GitHub splits cells before it reads code. */
const escapeBars = (text) => text.replaceAll(/\\?\|/g, "\\|");

/** Inline code. */
export const code = (text) => `\`${text}\``;

/** Inline code for each name, separated by commas. */
export const codes = (names) => names.map(code).join(", ");

/** Text that may hold characters of HTML or Markdown, such as `<file>`, as Markdown. Inline code stays as it is. */
export const plain = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[<>*]/g, (character) => `\\${character}`)))
    .join("");

/**
 * Replaces each generated part of a page. A part is the text between `<!-- generated: NAME -->` and `<!-- end -->`.
 * Throws unless the page has exactly the parts that `parts` names.
 */
export function fillParts(page, parts) {
  const left = new Set(Object.keys(parts));
  const filled = page.replace(/(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    if (!left.delete(name)) throw new Error(`there is no generated part ${name}, or it is in the page twice`);
    return `${begin}\n${parts[name]}\n\n${end}`;
  });
  if (left.size > 0) throw new Error(`the page lacks the generated parts ${[...left].join(", ")}`);
  return filled;
}
