/** Signals that the caller has stopped waiting for the result. An `AbortSignal` satisfies this type. */
export type Cancellation = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
};
