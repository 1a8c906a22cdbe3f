import { DomainError, isDomainError } from "../kernel/domain-error.js";
import type { Principal } from "../kernel/principal.js";

/** Reason for rejecting a caller, and the principal if known. Logged and audited, but not returned to the caller. */
export type Refusal = {
  readonly reason: string;
  readonly principal?: Principal;
  /** Internal error that caused the rejection, if any. */
  readonly error?: unknown;
};

/**
 * Creates an `unauthenticated` error with the same message for every reason.
 * A hint must depend only on the request, so that it does not reveal whether the credential exists.
 */
export const refused = (
  { code, message }: { readonly code: string; readonly message: string },
  refusal: Refusal,
  hint?: string,
) => new DomainError("unauthenticated", code, message, { cause: refusal, hint });

/** Returns the reason of an `unauthenticated` error, or `undefined` for other errors. */
export function refusalOf(error: unknown): Refusal | undefined {
  const isRefusal = isDomainError(error) && error.kind === "unauthenticated";
  return isRefusal ? (error.cause as Refusal | undefined) : undefined;
}
