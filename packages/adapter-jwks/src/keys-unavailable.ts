import type { SignatureRefusal } from "@repute/domain";

/** Why a partner's keys cannot be had; `detail` is one word for the log. */
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

/** The same for whatever went wrong on the way to the host. */
export function unreachable(error: unknown): KeysUnavailable {
  if (error instanceof KeysUnavailable) return error;
  const { code, name = "unknown" } = (
    typeof error === "object" && error !== null ? error : {}
  ) as NodeJS.ErrnoException;
  return new KeysUnavailable("keys_unreachable", name === "AbortError" ? "timeout" : (code ?? name));
}
