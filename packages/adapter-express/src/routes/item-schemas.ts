import type { Schema } from "../schema.js";

/** A string or null. */
export const text = (description: string) => ({ type: ["string", "null"], description }) as const satisfies Schema;

/** A number or null. */
export const number = (description: string) => ({ type: ["number", "null"], description }) as const satisfies Schema;

/** An id or null. */
export const id = (description: string) => ({ type: ["integer", "null"], description }) as const satisfies Schema;

/** An array of strings. */
export const texts = (description: string) =>
  ({ type: "array", description, items: { type: "string" } }) as const satisfies Schema;
