import type { Target } from "./targets.js";

/** Something measured, once a round or once a run. */
export type Figure = {
  readonly key: string;
  readonly label: string;
  /** `x` marks a ratio. */
  readonly unit: "x" | "ms" | "MB";
  readonly values: readonly number[];
  readonly target?: Target;
};
