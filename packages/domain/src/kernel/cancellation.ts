/** Says when the caller no longer waits for the outcome. An `AbortSignal` is one. */
export type Cancellation = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
};
