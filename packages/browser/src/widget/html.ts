import type { Markup } from "./markup.js";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** Writes an element as HTML. Text and attribute values are escaped. */
export const htmlOf = ({ name, attributes, content }: Markup): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside = content.map((one) => (typeof one === "string" ? escaped(one) : htmlOf(one)));
  return `<${name}${written.join("")}>${inside.join("")}</${name}>`;
};
