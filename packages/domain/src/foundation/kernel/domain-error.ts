/** Category of an error, which determines its HTTP status. */
export type ErrorKind =
  "invalid" | "unauthenticated" | "not_found" | "conflict" | "gone" | "too_large" | "unprocessable" | "unavailable";

/** One problem among several: its location (a parameter, a JSON pointer or a line of a file) and the expected value. */
export type Problem = {
  readonly parameter?: string;
  readonly pointer?: string;
  /** Row number in a table, as a spreadsheet counts rows. `key` is then the column heading. */
  readonly row?: number;
  /** Line number in a bundle. `kind` and `key` are then the line's kind and the affected key. */
  readonly line?: number;
  readonly kind?: string;
  readonly key?: string;
  readonly message: string;
};

/** Maximum number of problems in an error. */
export const mostProblems = 100;

/** Returns the first problem's message and the number of other problems. `problems` must not be empty. */
export function firstOf(problems: readonly Problem[]): string {
  const others = problems.length <= 1 ? "" : ` (and ${problems.length - 1} more)`;
  return `${problems[0]?.message}${others}`;
}

const mark = Symbol.for("@repute/domain/error");

/** The only error class of the domain. `message` is for the caller; `cause` is private and only logged. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly [mark] = true;
  readonly kind: ErrorKind;
  readonly code: string;
  readonly problems: readonly Problem[];
  /** Advice for the caller in addition to the message. */
  readonly hint?: string;

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    options?: { cause?: unknown; problems?: readonly Problem[]; hint?: string | undefined },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.problems = options?.problems ?? [];
    if (options?.hint !== undefined) this.hint = options.hint;
  }
}

/** Creates an error for an invalid request. `message` says what was expected. */
export const invalid = (code: string, message: string, problems?: readonly Problem[]) =>
  new DomainError("invalid", code, message, problems ? { problems } : undefined);

/** Creates an error for an invalid query parameter. `message` names the parameter. */
export const invalidParameter = (code: string, parameter: string, message: string) =>
  invalid(code, message, [{ parameter, message }]);

/** Creates an error for a resource that the account does not have. */
export const notFound = (code: string, message: string) => new DomainError("not_found", code, message);

/** Creates an error for a conflict with stored data. */
export const conflict = (code: string, message: string) => new DomainError("conflict", code, message);

/** Creates an error for a resource that existed but has been removed. */
export const gone = (code: string, message: string) => new DomainError("gone", code, message);

/** Creates an error for input over a size limit. */
export const tooLarge = (code: string, message: string) => new DomainError("too_large", code, message);

/** Creates an error for a valid request that contradicts an earlier request. */
export const unprocessable = (code: string, message: string) => new DomainError("unprocessable", code, message);

/** Creates an error for a failed dependency. The caller may retry later. */
export const unavailable = (code: string, message: string, cause?: unknown) =>
  new DomainError("unavailable", code, message, { cause });

/** Returns true for a `DomainError`, even from a duplicate install of this package, where `instanceof` fails. */
export const isDomainError = (error: unknown): error is DomainError =>
  typeof error === "object" && error !== null && mark in error;
