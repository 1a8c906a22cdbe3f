import type { Stage } from "./stage.js";

/** What a figure's median must reach, or must not exceed. */
export type Target = { readonly least: number } | { readonly most: number };

/** A line of the table: something measured, once a round or once a run. */
export type Figure = {
  readonly key: string;
  readonly label: string;
  /** `x` marks a ratio. */
  readonly unit: "x" | "ms" | "MB";
  readonly values: readonly number[];
  readonly target?: Target;
};

/** What is measured together, and the lines of the table that follow from it. */
export type Row<Found = unknown> = {
  /** Shown while it is being measured. */
  readonly title: string;
  /** Once a run, after all rounds; once a round otherwise. */
  readonly once?: boolean;
  /** Measured once more before the first round, for nothing: what is done for the first time is slower than ever after. */
  readonly warmsUp?: boolean;
  /** Measures; `undefined` where this machine or this run has not what it takes. */
  measure(stage: Stage): Promise<Found | undefined>;
  figures(found: readonly Found[], stage: Pick<Stage, "sizes" | "limit">): readonly Figure[];
};

/** The key of a figure on SQLite, where the engine has no name, or on PostgreSQL. */
export const keyOn = (engine: string, name: string): string => (engine === "" ? name : `postgres_${name}`);

/** A number of rows as it is read. */
export const count = (rows: number): string => rows.toLocaleString("en-US");
