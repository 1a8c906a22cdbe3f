export type { components, operations, paths } from "./api.js";
export type { ClientOptions, Credential, ReputeClient } from "./client.js";
export { createClient } from "./client.js";
export type { Sign, SigningKey } from "./credentials.js";
export { signWith } from "./credentials.js";
export type {
  Change,
  ChangeItems,
  ChangeOf,
  ChangePage,
  ChangesOptions,
  Checksum,
  Checksums,
  ItemOf,
  ListOptions,
  ListPath,
  ListPosition,
  RawChangePage,
} from "./lists.js";
export type { ProblemDetail } from "./repute-error.js";
export { ReputeError } from "./repute-error.js";
export type { Pause } from "./retries.js";
