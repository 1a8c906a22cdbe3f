import { invalid } from "../kernel/domain-error.js";

/** Client data for fetching its public keys. */
export type KeyHolder = { readonly clientId: string; readonly jwkUrl: string };

/** Reason for rejecting a signature. Logged and audited, but not returned to the caller. */
export type SignatureRefusal = "keys_unreachable" | "set_refused" | "unknown_kid" | "bad_signature";

/** Result of verifying a signature. `detail` adds to the reason, for example `ENOTFOUND`. */
export type SignatureVerdict =
  { readonly ok: true } | { readonly ok: false; readonly reason: SignatureRefusal; readonly detail?: string };

/** Public keys of partners. */
export interface PartnerKeys {
  /** Throws `jwkUrlNotAllowed` unless the URL is https on a public host. Every rejection has the same message. */
  checkUrl(url: string): Promise<void>;
  /**
   * Verifies an RS384 signature with the partner's published keys that have the assertion's `kid`, up to 4. Unreachable
   * keys are a verdict, not an error.
   * An unknown `kid` causes at most one request to the partner's host per 30 seconds. A key that the partner removed is
   * rejected after at most 1 hour.
   */
  verify(client: KeyHolder, assertion: { readonly kid: string; readonly text: string }): Promise<SignatureVerdict>;
}

/**
 * Error for a key URL. Contains no information about the host, so that it cannot be used to scan the internal network.
 */
export const jwkUrlNotAllowed = () => invalid("jwk_url_not_allowed", "jwk_url must be an https URL of a public host");
