/** Shows whether the caller no longer waits for the result. An `AbortSignal` has this type. */
export type Cancellation = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
};
