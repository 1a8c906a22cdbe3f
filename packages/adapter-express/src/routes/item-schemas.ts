import type { Schema } from "../schema.js";

/** A string that may be unknown. */
export const text = (description: string) => ({ type: ["string", "null"], description }) as const satisfies Schema;

/** A number that may be unknown. */
export const number = (description: string) => ({ type: ["number", "null"], description }) as const satisfies Schema;

/** An id that may be unknown. */
export const id = (description: string) => ({ type: ["integer", "null"], description }) as const satisfies Schema;

/** Strings, in order. */
export const texts = (description: string) =>
  ({ type: "array", description, items: { type: "string" } }) as const satisfies Schema;
