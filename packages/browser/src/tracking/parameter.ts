/** Matches a tracking parameter that a tracked link can carry. Other values are ignored. */
const shape = /^[\w.~:@/-]{1,128}$/;

/** Returns the tracking parameter in the query of an address, or else in a query within its fragment. */
export const parameterIn = ({ search, hash }: { readonly search: string; readonly hash: string }): string | null =>
  parameterOf(search) || parameterOf(hash.replace(/^[^?]*/, ""));

const parameterOf = (query: string): string | null =>
  new URLSearchParams(query)
    .getAll("scct")
    .map((value) => value.trim())
    .find((value) => shape.test(value)) || null;
