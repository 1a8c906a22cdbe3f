/** Category of an error. Determines the HTTP status. */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "gone"
  | "too_large"
  | "unprocessable"
  | "unavailable";

/**
 * Problem in an invalid input, with its location and the expected value.
 *
 * The location is a parameter, a JSON pointer, or a row or line of a file.
 */
export type Problem = {
  readonly parameter?: string;
  readonly pointer?: string;
  /** Row number in the file, as a spreadsheet shows it. In this case, `key` is the column heading. */
  readonly row?: number;
  /** Line number in a bundle. `kind` is the kind of the line, and `key` is the invalid key. */
  readonly line?: number;
  readonly kind?: string;
  readonly key?: string;
  readonly message: string;
};

/** Maximum number of problems that an error contains. */
export const maxProblems = 100;

/** Returns the first problem's message and the number of further problems. `problems` must not be empty. */
export function firstOf(problems: readonly Problem[]): string {
  const others = problems.length <= 1 ? "" : ` (and ${problems.length - 1} more)`;
  return `${problems[0]?.message}${others}`;
}

const mark = Symbol.for("@repute/domain/error");

/** The only error class of the domain. Callers see `message`. `cause` is only logged. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly [mark] = true;
  readonly kind: ErrorKind;
  readonly code: string;
  readonly problems: readonly Problem[];
  /** Additional advice for the caller. */
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

/** Creates an error for an invalid request. `message` describes the expected value. */
export const invalid = (code: string, message: string, problems?: readonly Problem[]) =>
  new DomainError("invalid", code, message, problems ? { problems } : undefined);

/** Creates an error for an invalid query parameter. `message` names the parameter. */
export const invalidParameter = (code: string, parameter: string, message: string) =>
  invalid(code, message, [{ parameter, message }]);

/** Creates an error for a resource that does not exist in the account. */
export const notFound = (code: string, message: string) => new DomainError("not_found", code, message);

/** Creates an error for a conflict with stored data. */
export const conflict = (code: string, message: string) => new DomainError("conflict", code, message);

/** Creates an error for a resource that has been removed. */
export const noLongerAvailable = (code: string, message: string) => new DomainError("gone", code, message);

/** Creates an error for an input that exceeds a size limit. */
export const tooLarge = (code: string, message: string) => new DomainError("too_large", code, message);

/** Creates an error for a valid request that contradicts an earlier request. */
export const unprocessable = (code: string, message: string) => new DomainError("unprocessable", code, message);

/** Creates an error for a dependency that failed. The caller may retry later. */
export const unavailable = (code: string, message: string, cause?: unknown) =>
  new DomainError("unavailable", code, message, { cause });

/** True for a `DomainError`. Also works if this package is installed twice, unlike `instanceof`. */
export const isDomainError = (error: unknown): error is DomainError =>
  typeof error === "object" && error !== null && mark in error;

/** Collects the errors of all parts of a request, so that the caller receives them together. */
export type ProblemCollector = {
  /**
   * Returns the result of `read`. If `read` throws an `invalid` error, collects the error and returns `undefined`.
   * Rethrows all other errors.
   */
  attempt<T>(read: () => T): T | undefined;
  /** Variant of `attempt` for an asynchronous `read`. */
  attemptLater<T>(read: () => Promise<T>): Promise<T | undefined>;
  /** Throws one error with all collected problems and the first error's code. Does nothing if there are no problems. */
  refuse(): void;
};

export function collectProblems(): ProblemCollector {
  const found: DomainError[] = [];
  const note = (error: unknown): undefined => {
    if (!isDomainError(error) || error.kind !== "invalid") throw error;
    found.push(error);
  };
  return {
    attempt(read) {
      try {
        return read();
      } catch (error) {
        return note(error);
      }
    },
    attemptLater: (read) => read().catch(note),
    refuse() {
      const [first] = found;
      if (!first) return;
      if (found.length === 1) throw first;
      const problems = found.flatMap((error) => error.problems);
      throw invalid(first.code, messageOf(first, problems.length), problems);
    },
  };
}

const others = / \(and \d+ more\)$/;

const messageOf = ({ message }: DomainError, count: number): string =>
  `${message.replace(others, "")} (and ${count - 1} more)`;

/** Collects the problems of a file. Counts all problems and keeps the first 100, sorted by line or row. */
export function problemList(code: string, fault: string) {
  let retained: Problem[] = [];
  let count = 0;
  const keepFirst = () => {
    retained = retained.sort((a, b) => lineOf(a) - lineOf(b)).slice(0, maxProblems);
  };
  return {
    add(problem: Problem): void {
      count += 1;
      retained.push(problem);
      if (retained.length >= 2 * maxProblems) keepFirst();
    },
    /** Throws an `invalid` error with the collected problems. Does nothing if there are no problems. */
    throwAny(): void {
      if (count === 0) return;
      keepFirst();
      const more = count > retained.length ? `; the first ${retained.length} of ${count} follow` : "";
      throw invalid(code, `${fault}${more}`, retained);
    },
  };
}

const lineOf = ({ line, row }: Problem): number => line ?? row ?? 0;
