import type * as globals from "@jest/globals";
import { testRunner, type Work } from "./test-runner.js";

type Jest = typeof globals;

/** The functions of Jest's API that contracts use, on the chosen test runner. */
export const describe = ((name: string, tests: () => void) => testRunner().describe(name, tests)) as Jest["describe"];

const plain = (name: string, test: Work, timeout?: number) =>
  timeout === undefined ? testRunner().it(name, test) : testRunner().it(name, test, timeout);

export const it = Object.assign(plain, {
  each: (rows: readonly unknown[]) => (title: string, test: (...values: readonly unknown[]) => ReturnType<Work>) => {
    for (const row of rows) {
      const values: readonly unknown[] = Array.isArray(row) ? row : [row];
      plain(titleOf(title, values), () => test(...values));
    }
  },
}) as unknown as Jest["it"];

export const beforeEach = ((work: Work) => testRunner().beforeEach(work)) as Jest["beforeEach"];
export const afterEach = ((work: Work) => testRunner().afterEach(work)) as Jest["afterEach"];

type AnyExpect = ((value: unknown) => unknown) & Readonly<Record<PropertyKey, unknown>>;

export const expect = new Proxy((() => {}) as unknown as Jest["expect"], {
  apply: (_target, _self, [value]: [unknown]) => (testRunner().expect as AnyExpect)(value),
  get: (_target, name) => (testRunner().expect as AnyExpect)[name],
});

/** Replaces `%s` and `%j` in a title by the values of a row. */
function titleOf(title: string, values: readonly unknown[]): string {
  const left = [...values];
  return title.replace(/%[sj]/g, (form) => {
    const value = left.shift();
    return form === "%j" ? JSON.stringify(value) : String(value);
  });
}
