import type { Part } from "./copy-state.js";

/** What the table names of each part begin with. */
export const prefixes: Readonly<Record<Part, string>> = { current: "", next: "_next_" };
