const mark = Symbol.for("@repute/copy/error");

/** Error with a one-line message for a failure that the user can fix. The target stays at its last committed cursor. */
export class CopyError extends Error {
  override readonly name = "CopyError";
  readonly [mark] = true;

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
    /** Members that `--json` prints next to `error`, in the same document. */
    readonly document?: Readonly<Record<string, unknown>>,
  ) {
    super(message, options);
  }
}

/** Returns an error for a target that failed. `text` is the reason. For a full disk, the code is `disk_full`. */
export const targetFailed = (text: string, cause: unknown): CopyError =>
  isFullDisk(cause)
    ? new CopyError("disk_full", "The disk is full.", { cause })
    : new CopyError("target_failed", `The target failed: ${text}`, { cause });

/** Returns true if a full disk caused an error of the operating system, SQLite, PostgreSQL or DuckDB. */
function isFullDisk(error: unknown): boolean {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  return (
    /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|53100)$/.test(String(code)) ||
    String(message).endsWith("No space left on device")
  );
}

/** Returns true if an error is a `CopyError`, even one from a duplicate install of this package. */
export const isCopyError = (error: unknown): error is CopyError =>
  typeof error === "object" && error !== null && mark in error;

/**
 * Returns an `invalid_source` error for a response that breaks the protocol.
 * `what` describes the response without quoting any of it.
 */
export const invalidSource = (source: string, what: string): CopyError =>
  new CopyError("invalid_source", `The source ${source} sent ${what}.`);

/** Error code and message to print. */
export type Failure = Pick<CopyError, "code" | "message" | "document">;

/**
 * Returns the error code and message to print.
 * For an unexpected error, prints only the error's name, because the message may quote rows.
 */
export function failureOf(error: unknown): Failure {
  if (isCopyError(error)) return error;
  if (isFullDisk(error)) return targetFailed("", error);
  const { name, code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && code !== undefined) return { code, message, document: undefined };
  return {
    code: "internal_error",
    message: `Internal error: ${[name, code].filter(Boolean).join(" ")}`,
    document: undefined,
  };
}
