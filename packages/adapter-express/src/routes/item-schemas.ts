import type { Schema } from "../schema.js";

/** Schema of a string or null. */
export const text = (description: string) => ({ type: ["string", "null"], description }) as const satisfies Schema;

/** Schema of a calendar date or null. */
export const day = (description: string) =>
  ({ type: ["string", "null"], format: "date", description }) as const satisfies Schema;

/** Schema of a number or null. */
export const number = (description: string) => ({ type: ["number", "null"], description }) as const satisfies Schema;

/** Schema of an id or null. */
export const id = (description: string) => ({ type: ["integer", "null"], description }) as const satisfies Schema;

/** Schema of an array of strings. */
export const texts = (description: string) =>
  ({ type: "array", description, items: { type: "string" } }) as const satisfies Schema;
