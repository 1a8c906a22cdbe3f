import { summaryVerbs } from "./phrases.mjs";

const texts = new Set(["summary", "description", "title", "detail", "message", "error_description"]);

/**
 * Returns the distinct texts of an API document without inline code, each with its line and any error of form.
 * The document must be indented by two spaces per level.
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

/** Returns an error if a summary does not start with a verb, or if a description is not a sentence. */
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
