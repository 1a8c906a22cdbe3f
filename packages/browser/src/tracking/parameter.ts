/** What a tracked link may carry. Anything else in its place counts as nothing. */
const shape = /^[\w-]{1,128}$/;

/** The tracking parameter of an address: in its query, else in the query part of its fragment. */
export const parameterIn = ({ search, hash }: { readonly search: string; readonly hash: string }): string | null =>
  parameterOf(search) || parameterOf(hash.replace(/^[^?]*/, ""));

const parameterOf = (query: string): string | null =>
  new URLSearchParams(query).getAll("scct").find((value) => shape.test(value)) || null;
