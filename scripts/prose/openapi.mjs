import { summaryVerbs } from "./phrases.mjs";

const texts = new Set(["summary", "description", "title", "detail", "message", "error_description"]);

/**
 * The texts of an API document that was written with two spaces a level, each once: its line, its text without inline code,
 * and what is wrong with its form.
 */
export function apiTexts(json) {
  const seen = new Set();
  const path = [];
  return json.split("\n").flatMap((line, index) => {
    const [, indent, key, value] = /^( *)"([^"]+)": (.*?),?$/.exec(line) ?? [];
    if (key === undefined) return [];
    path.length = indent.length / 2 - 1;
    path.push(key);
    if (!texts.has(key) || !value.startsWith('"')) return [];
    const text = JSON.parse(value);
    const form = formOf(path, text);
    const id = `${form ?? ""}\n${text}`;
    if (seen.has(id)) return [];
    seen.add(id);
    return [{ line: index + 1, text: text.replace(/`[^`]*`/g, "`x`"), form }];
  });
}

/** What is wrong with the form of a text: summaries of operations are commands, descriptions are sentences. */
function formOf(path, text) {
  const isExample = path.some((key) => key === "example" || key === "examples");
  const isOperation = path.length === 4 && path[0] === "paths" && path[3] === "summary";
  if (isOperation && !summaryVerbs.includes(text.split(" ")[0]))
    return "begin the summary with a verb, such as List or Create";
  if (isOperation && text.endsWith(".")) return "end the summary without a period";
  if (path.at(-1) !== "description" || isExample) return undefined;
  if (/^[a-z]/.test(text)) return "begin the description with a capital letter";
  return /[.!?`)|]$/.test(text) ? undefined : "end the description with a period";
}
