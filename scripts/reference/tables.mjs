/** Builds a Markdown table. Cells are Markdown, and undefined is an empty cell. */
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

/** Escapes `|`, even in code, because GitHub splits cells before parsing code. */
const escapeBars = (text) => text.replaceAll(/\\?\|/g, "\\|");

export const code = (text) => `\`${text}\``;

/** Formats names as inline code, separated by commas. */
export const codes = (names) => names.map(code).join(", ");

/** Escapes HTML and Markdown characters, such as in `<file>`. Inline code stays unchanged. */
export const plain = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[<>*]/g, (character) => `\\${character}`)))
    .join("");

/**
 * Replaces generated parts of a page.
 * A part is the text between `<!-- generated: NAME -->` and `<!-- end -->`.
 * Throws unless the page has each of the parts once.
 */
export function fillParts(page, parts) {
  const left = new Set(Object.keys(parts));
  const filled = page.replace(/(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g, (part, begin, name, end) => {
    if (!Object.hasOwn(parts, name)) return part;
    if (!left.delete(name)) throw new Error(`the generated part ${name} is in the page twice`);
    return `${begin}\n${parts[name]}\n\n${end}`;
  });
  if (left.size > 0) throw new Error(`the page lacks the generated parts ${[...left].join(", ")}`);
  return filled;
}
