import type { Limit } from "./servers/start-limit.js";
import type { Sizes } from "./plan.js";
import type { PostgresStage, Stage } from "./stage.js";
import type { Rivals } from "./check-lists.js";

/** Target for the median of a measurement: at least `least`, or at most `most`. */
export type Target = { readonly least: number } | { readonly most: number };

/** Unit of a figure. `x` is a ratio shown as a factor, and `share` is a ratio shown in percent. */
export type Unit = "x" | "share" | "ms" | "MB";

/** Label, unit and target of a line in the table of results. */
export type Heading = { readonly label: string; readonly unit: Unit; readonly target?: Target };

/** A line in the table of results with its measured values, one per round or one per run. */
export type Figure = Heading & { readonly key: string; readonly values: readonly number[] };

/** Servers that use one database engine. `server` is the PostgreSQL server. */
type Served = Rivals & Partial<Pick<PostgresStage, "server">>;
export type Engine = {
  /** Prefix of titles and labels. `keys` is the prefix of keys. */
  readonly prefix: string;
  readonly keys: string;
  of(stage: Stage): Served | undefined;
};

export const sqlite: Engine = { prefix: "", keys: "", of: (stage) => stage };
export const postgres: Engine = { prefix: "PostgreSQL: ", keys: "postgres_", of: (stage) => stage.postgres };

type About = { readonly sizes: Sizes; readonly limit: Limit["kind"]; readonly engine: Engine };

/** A measurement that adds one or more lines to the table of results. */
export type Row<Key extends string = string> = {
  /** Title that is shown during the measurement. */
  readonly title: string;
  /** True if the row is measured once per run, after all rounds. Otherwise, the row is measured once per round. */
  readonly once?: boolean;
  /** True if the row is first measured once without using the values, because the first measurement is slow. */
  readonly warmsUp?: boolean;
  /** Headings of the lines in the table, in order. */
  headings(about: About): Readonly<Partial<Record<Key, Heading>>>;
  /** Measures a value for each heading. A value is undefined if this machine cannot measure it. */
  measure(stage: Stage, served: Served): Promise<Readonly<Record<Key, number | undefined>>>;
};

/** Defines a row. TypeScript infers the keys from the headings. */
export const row = <Key extends string>(of: Row<Key>): Row => of;

export const x = (label: string, target?: Target): Heading => ({ label, unit: "x", ...(target && { target }) });
export const share = (label: string, target?: Target): Heading => ({ ...x(label, target), unit: "share" });
export const ms = (label: string, target?: Target): Heading => ({ ...x(label, target), unit: "ms" });
export const mb = (label: string, target?: Target): Heading => ({ ...x(label, target), unit: "MB" });

/** Formats a number of rows with separators for thousands. */
export const count = (rows: number): string => rows.toLocaleString("en-US");
