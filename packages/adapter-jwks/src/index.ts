export { jwksPorts } from "./jwks-ports.js";
export type { JwksOptions, JwksPorts } from "./jwks-ports.js";
export type { ResolveHost } from "./guard/resolve-host.js";
export type { FetchKeySet, KeySetAnswer } from "./keys/fetch-key-set.js";
