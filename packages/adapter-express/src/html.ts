import { createHash } from "node:crypto";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML content and quoted attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** Returns the source expression that allows an inline style in a Content Security Policy. */
export const styleHash = (style: string): string => `sha256-${createHash("sha256").update(style).digest("base64")}`;
