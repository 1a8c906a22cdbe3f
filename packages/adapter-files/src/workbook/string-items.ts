import type { XmlHandlers } from "./xml-elements.js";

/**
 * Creates XML handlers that collect strings, including strings in several formatted runs.
 * Skips phonetic hints.
 * `finish` receives the string of each XML element named `element`.
 */
export function stringItems(element: string, finish: (text: string) => void): Required<XmlHandlers> {
  let [text, isText, hints] = ["", false, 0];
  return {
    open(name) {
      if (name === element) text = "";
      if (name === "rPh") hints += 1;
      isText = name === "t" && hints === 0;
    },
    text(content) {
      if (isText) text += content;
    },
    close(name) {
      if (name === "t") isText = false;
      if (name === "rPh") hints -= 1;
      if (name === element) finish(unescaped(text));
    },
  };
}

/**
 * Decodes escapes for characters that XML does not allow, such as `_x000D_`.
 * Drops control characters other than white space.
 */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => storable(String.fromCharCode(Number.parseInt(code, 16))))
    : text;

const storable = (character: string): string => (character >= " " || "\t\n\r".includes(character) ? character : "");
