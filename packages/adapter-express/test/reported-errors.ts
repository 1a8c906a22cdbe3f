import { type CallbackHandler, type Response, Test } from "supertest";

let latest: unknown;

/** Remembers an error that the router has reported, for the message of a failing test. */
export function noteReported(error: unknown): void {
  latest = error;
}

type Assert = (this: Test, error: Error | null, response: Response, done: CallbackHandler) => void;
type Asserting = { assert: Assert };

/**
 * Adds the reported error to the error of a failed `.expect(200)`. Otherwise, the test would only say
 * `expected 200, got 500`, because responses do not contain the reason of an internal error.
 */
const { assert } = Test.prototype as unknown as Asserting;
(Test.prototype as unknown as Asserting).assert = function (error, response, done) {
  assert.call(this, error, response, (failure: unknown, ...more) => {
    if (failure instanceof Error && response?.status >= 500) explain(failure);
    done.call(this, failure as Error, ...more);
  });
};

/** Adds the reported error to the message and the stack of a failed assertion, because runners print only these. */
function explain(failure: Error): void {
  const reported = latest instanceof Error ? (latest.stack ?? latest.message) : String(latest);
  const message = `${failure.message}\nThe router reported: ${reported}`;
  failure.stack = failure.stack?.replace(failure.message, () => message) ?? message;
  failure.message = message;
}
