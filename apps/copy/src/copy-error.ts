const mark = Symbol.for("@repute/copy/error");

/** Why a copy ended: one line for whoever runs it. The target stays at its last committed cursor. */
export class CopyError extends Error {
  override readonly name = "CopyError";
  readonly [mark] = true;

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Holds across duplicate installs of this package. */
export const isCopyError = (error: unknown): error is CopyError =>
  typeof error === "object" && error !== null && mark in error;

/** The source sent something that the service never sends. `what` describes it without quoting it. */
export const invalidSource = (source: string, what: string): CopyError =>
  new CopyError("invalid_source", `The source ${source} sent ${what}.`);
