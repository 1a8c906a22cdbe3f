import type { Part } from "./copy-state.js";

/** Table name prefixes of the current copy and the next copy. */
export const prefixes: Readonly<Record<Part, string>> = { current: "", next: "_next_" };
