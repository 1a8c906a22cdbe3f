/** Form of a valid tracking parameter. Other values are ignored. */
const shape = /^[\w-]{1,128}$/;

/** Returns the tracking parameter of an address, from its query or else from the query part of its fragment. */
export const parameterIn = ({ search, hash }: { readonly search: string; readonly hash: string }): string | null =>
  parameterOf(search) || parameterOf(hash.replace(/^[^?]*/, ""));

const parameterOf = (query: string): string | null =>
  new URLSearchParams(query).getAll("scct").find((value) => shape.test(value)) || null;
