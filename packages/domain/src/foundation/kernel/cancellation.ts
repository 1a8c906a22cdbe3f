/** Signal that the caller no longer waits for the result, such as an `AbortSignal`. */
export type Cancellation = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
};
