import { DomainError, isDomainError } from "../kernel/domain-error.js";
import type { Principal } from "../kernel/principal.js";

/** Why somebody was refused, and who it was as far as that is known: for the log and the audit trail, never for the caller. */
export type Refusal = {
  readonly reason: string;
  readonly principal?: Principal;
  /** What went wrong on our side, if that is the reason. */
  readonly error?: unknown;
};

/** A refusal as an error: the same words for every reason. A hint follows from what was sent alone. */
export const refused = (
  { code, message }: { readonly code: string; readonly message: string },
  refusal: Refusal,
  hint?: string,
) => new DomainError("unauthenticated", code, message, { cause: refusal, hint });

/** What is behind an error that refuses somebody; `undefined` for any other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  const isRefusal = isDomainError(error) && error.kind === "unauthenticated";
  return isRefusal ? (error.cause as Refusal | undefined) : undefined;
}
