export type { components, operations, paths } from "./api.js";
export type {
  Change,
  ChangeItems,
  ChangeOf,
  ChangePage,
  ChangesOptions,
  Checksum,
  Checksums,
  RawChangePage,
} from "./changes.js";
export type { ClientOptions, Credential, ReputeClient } from "./client.js";
export { createClient } from "./client.js";
export type { ItemOf, ListOptions, ListPath } from "./lists.js";
export type { ProblemDetail } from "./repute-error.js";
export { ReputeError } from "./repute-error.js";
export type { Pause } from "./retries.js";
export type { Sign, SigningKey } from "./sign.js";
export { signWith } from "./sign.js";
