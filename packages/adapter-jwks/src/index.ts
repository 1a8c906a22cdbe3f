export type { ResolveHost } from "./fetch-guard.js";
export { type JwksOptions, jwksPorts, type JwksPorts } from "./jwks-ports.js";
export type { FetchKeySet, KeySetAnswer } from "./key-set.js";
