export type { ResolveHost } from "./fetch-guard.js";
export { type JwksOptions, jwksPorts, type JwksPorts } from "./access-tokens.js";
export type { FetchKeySet, KeySetAnswer } from "./key-set.js";
