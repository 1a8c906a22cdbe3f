/** What went wrong, as far as a caller can act on it. */
export type ErrorKind =
  "invalid" | "unauthenticated" | "not_found" | "conflict" | "gone" | "too_large" | "unprocessable" | "unavailable";

/** One of several things wrong: where (a parameter, a JSON pointer, or a line of a file) and what was expected. */
export type Problem = {
  readonly parameter?: string;
  readonly pointer?: string;
  /** Of a table: the row, as a spreadsheet counts, and in `key` the heading of the column. */
  readonly row?: number;
  /** Of a bundle: the line, the kind of the line and the key. */
  readonly line?: number;
  readonly kind?: string;
  readonly key?: string;
  readonly message: string;
};

/** How many problems an error tells of at most: whoever reads them mends the first ones first. */
export const mostProblems = 100;

/** The first problem in words, and how many more were found; `problems` is not empty. */
export function firstOf(problems: readonly Problem[]): string {
  const others = problems.length <= 1 ? "" : ` (and ${problems.length - 1} more)`;
  return `${problems[0]?.message}${others}`;
}

const mark = Symbol.for("@repute/domain/error");

/** The one error of the domain: `message` is for the caller, `cause` is private and only ever logged. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly [mark] = true;
  readonly kind: ErrorKind;
  readonly code: string;
  readonly problems: readonly Problem[];
  /** What may help the caller, besides the message. */
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

/** The request is wrong: `message` says what was expected. */
export const invalid = (code: string, message: string, problems?: readonly Problem[]) =>
  new DomainError("invalid", code, message, problems ? { problems } : undefined);

/** A query parameter is wrong: the message names it. */
export const invalidParameter = (code: string, parameter: string, message: string) =>
  invalid(code, message, [{ parameter, message }]);

/** Nothing of that name on this account. */
export const notFound = (code: string, message: string) => new DomainError("not_found", code, message);

/** Clashes with what is stored. */
export const conflict = (code: string, message: string) => new DomainError("conflict", code, message);

/** It was there, and is not any more. */
export const gone = (code: string, message: string) => new DomainError("gone", code, message);

/** More than is taken at once. */
export const tooLarge = (code: string, message: string) => new DomainError("too_large", code, message);

/** Fine by itself, but not what was said before. */
export const unprocessable = (code: string, message: string) => new DomainError("unprocessable", code, message);

/** Something the service depends on failed; trying again later may help. */
export const unavailable = (code: string, message: string, cause?: unknown) =>
  new DomainError("unavailable", code, message, { cause });

/** Holds across duplicate installs of this package, where `instanceof` would not. */
export const isDomainError = (error: unknown): error is DomainError =>
  typeof error === "object" && error !== null && mark in error;
