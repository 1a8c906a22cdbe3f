import { invalid } from "../kernel/domain-error.js";

/** Client data needed to fetch the client's public keys. */
export type KeyHolder = { readonly clientId: string; readonly jwkUrl: string };

/** Reason for rejecting a signature. Logged and audited, but not returned to the caller. */
export type SignatureRefusal = "keys_unreachable" | "set_refused" | "unknown_kid" | "bad_signature";

/** Result of verifying a signature. `detail` adds information to the reason, for example `ENOTFOUND`. */
export type SignatureVerdict =
  { readonly ok: true } | { readonly ok: false; readonly reason: SignatureRefusal; readonly detail?: string };

/** Fetches the public keys of partners and verifies signatures with them. */
export interface PartnerKeys {
  /** Throws `jwkUrlNotAllowed` unless the URL is https on a public host. The message is the same for every reason. */
  checkUrl(url: string): Promise<void>;
  /**
   * Verifies an RS384 signature with the partner's published keys. Uses up to 4 keys that have the assertion's `kid`.
   *
   * If the keys cannot be fetched, returns a rejection instead of throwing.
   * An unknown `kid` causes at most one request to the partner's host per 30 seconds.
   * A key that the partner removed is rejected after at most 1 hour.
   */
  verify(client: KeyHolder, assertion: { readonly kid: string; readonly text: string }): Promise<SignatureVerdict>;
}

/** Error for a key URL. Contains no information about the host, so that callers cannot scan the internal network. */
export const jwkUrlNotAllowed = () => invalid("jwk_url_not_allowed", "jwk_url must be an https URL of a public host");
