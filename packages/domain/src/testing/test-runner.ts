/** Test or preparation. The runners of Node and Vitest do not accept functions that return other values. */
export type Work = () => void | Promise<void>;

/**
 * Functions of a test runner that the contract suites need. Jest and Vitest have all of them. For node:test, take
 * `expect` from the package `expect`.
 */
export type TestRunner = {
  readonly describe: (name: string, tests: () => void) => unknown;
  readonly it: (name: string, test: Work, timeout?: number) => unknown;
  readonly beforeEach: (work: Work) => unknown;
  readonly afterEach: (work: Work) => unknown;
  /** Creates an assertion, as in Jest: `expect(value).toEqual(other)`, `expect.any(Date)`. */
  readonly expect: unknown;
};

let chosen: TestRunner | undefined;

/**
 * Chooses the test runner of the contract suites. Call this function in each test file, before the first contract.
 * Without a call, the suites use the global functions of Jest, or of Vitest with `globals: true`.
 */
export const useRunner = (runner: TestRunner): void => {
  chosen = runner;
};

/** Returns the chosen test runner. Throws an `Error` if there is neither a chosen runner nor global functions. */
export function testRunner(): TestRunner {
  const runner = chosen ?? (globalThis as Partial<TestRunner>);
  if (runner.describe && runner.it && runner.expect) return runner as TestRunner;
  throw new Error("call useRunner({ describe, it, expect, beforeEach, afterEach }) before the first contract");
}
