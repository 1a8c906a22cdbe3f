/** Blanks a string but keeps its line breaks, so that offsets and line numbers stay the same. */
const blank = (text, mark = " ") => text.replace(/[^\n]/g, mark);

/**
 * Returns the prose of a Markdown text.
 * Code, addresses, HTML tags and comments are blanked, so offsets stay the same.
 */
export function proseOf(markdown) {
  return withoutFences(markdown)
    .replace(/<!--[\s\S]*?-->/g, (comment) => blank(comment))
    .replace(/(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])+?(?<!`)\1(?!`)/g, (code) => blank(code, "`"))
    .replace(/\]\([^)\n]*\)/g, (target) => `]${blank(target.slice(1))}`)
    .replace(/^\[[^\]\n]+\]:.*$/gm, (definition) => blank(definition))
    .replace(/<[^>\n]+>|https?:\/\/\S+/g, (address) => blank(address));
}

/** Blanks fenced code. */
export function withoutFences(markdown) {
  let fence;
  const lines = markdown.split("\n").map((line) => {
    const mark = /^\s*(?:>\s*)?(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      if (mark === undefined) return line;
      fence = mark;
      return blank(line);
    }
    if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = undefined;
    return blank(line);
  });
  return lines.join("\n");
}

/** Returns the paragraphs, list items, headings and table cells, each with its offset. */
export function paragraphsOf(prose) {
  const paragraphs = [];
  let open;
  let offset = 0;
  for (const line of prose.split("\n")) {
    const starts = /^\s*(?:[-*+]|\d+[.)]|#{1,6}|>)\s/.test(line);
    if (line.trim() === "" || starts || line.startsWith("|")) open = undefined;
    if (line.startsWith("|")) {
      for (const { 0: cell, index } of line.matchAll(/[^|]+/g)) paragraphs.push({ text: cell, index: offset + index });
    } else if (line.trim() !== "") {
      if (open === undefined) paragraphs.push((open = { text: line, index: offset }));
      else open.text += `\n${line}`;
      if (/^\s*#/.test(line)) open = undefined;
    }
    offset += line.length + 1;
  }
  return paragraphs;
}

/** Blanks a changelog except for its newest release, which is the first section with a second-level heading. */
export function newestSection(markdown) {
  const second = [...markdown.matchAll(/^## /gm)][1]?.index ?? markdown.length;
  return markdown.slice(0, second) + blank(markdown.slice(second));
}
