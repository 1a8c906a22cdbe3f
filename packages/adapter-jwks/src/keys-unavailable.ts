import type { SignatureRefusal } from "@repute/domain";

/** Reports that a partner's keys could not be fetched. `detail` is one word for the log. */
export class KeysUnavailable extends Error {
  override readonly name = "KeysUnavailable";
  readonly reason: Extract<SignatureRefusal, "keys_unreachable" | "set_refused">;
  readonly detail: string;

  constructor(reason: KeysUnavailable["reason"], detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** Converts an error from a request to a partner's host to `KeysUnavailable`. */
export function unreachable(error: unknown): KeysUnavailable {
  if (error instanceof KeysUnavailable) return error;
  const { code, name = "unknown" } = (
    typeof error === "object" && error !== null ? error : {}
  ) as NodeJS.ErrnoException;
  return new KeysUnavailable("keys_unreachable", name === "AbortError" ? "timeout" : (code ?? name));
}
