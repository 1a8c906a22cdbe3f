import { invalid } from "../kernel/domain-error.js";

/** What is needed of a client to find its keys. */
export type KeyHolder = { readonly clientId: string; readonly jwkUrl: string };

/** Why a signature was not taken for the partner's: for the log and the audit trail, never for the caller. */
export type SignatureRefusal = "keys_unreachable" | "set_refused" | "unknown_kid" | "bad_signature";

/** Whether the partner signed. `detail` is one more word on the reason, such as `ENOTFOUND`. */
export type SignatureVerdict =
  { readonly ok: true } | { readonly ok: false; readonly reason: SignatureRefusal; readonly detail?: string };

/** Partners' public keys. */
export interface PartnerKeys {
  /** Throws `jwkUrlNotAllowed`, always the same, for a URL that is not https at a public host. */
  checkUrl(url: string): Promise<void>;
  /**
   * Whether one of the keys with `kid` that the partner publishes, of at most 4, signed the assertion by RS384. Keys
   * that cannot be had are a reason, not an error. A kid nobody knows costs the partner's host one request in 30
   * seconds at most; a key that the partner took away is of no use 1 hour later at the latest.
   */
  verify(client: KeyHolder, assertion: { readonly kid: string; readonly text: string }): Promise<SignatureVerdict>;
}

/** The refusal of a URL says nothing about the host, so that it serves nobody for looking around in our network. */
export const jwkUrlNotAllowed = () => invalid("jwk_url_not_allowed", "jwk_url must be an https URL of a public host");
