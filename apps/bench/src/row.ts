import type { Sizes } from "./plan.js";
import type { Limit } from "./servers/servers.js";
import type { PostgresStage, Rivals, Stage } from "./stage.js";

/** Target for the median of a measurement, either a minimum or a maximum. */
export type Target = { readonly min: number } | { readonly max: number };

/** Unit of a figure. `x` is a factor such as 2.5 x, and `share` is a percentage. */
export type Unit = "x" | "share" | "ms" | "MB";

/** Label, unit and target of a line in the table of results. */
export type Heading = { readonly label: string; readonly unit: Unit; readonly target?: Target };

/** A line in the table of results with its measured values, one per round or one per run. */
export type Figure = Heading & { readonly key: string; readonly values: readonly number[] };

/** The servers to measure for a database engine. `server` exists only for PostgreSQL. */
type Served = Rivals & Partial<Pick<PostgresStage, "server">>;
export type Engine = {
  /** Text before the titles of rows about this database engine, such as `PostgreSQL: `. */
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
  /** True if the row is measured only once, after all rounds. By default, the row is measured in each round. */
  readonly once?: boolean;
  /** True if the first measurement is slow and must be discarded. */
  readonly warmsUp?: boolean;
  /** Returns the headings of the row's values, in the order in which the table prints them. */
  headings(about: About): Readonly<Partial<Record<Key, Heading>>>;
  /** Measures the values of the row, by heading. A value is undefined if this machine cannot measure it. */
  measure(stage: Stage, served: Served): Promise<Readonly<Record<Key, number | undefined>>>;
};

/** Returns the argument. With this function, TypeScript infers the keys of the row's values from its headings. */
export const row = <Key extends string>(of: Row<Key>): Row => of;

/** Runs a measurement several times, one after another. */
export async function repeated<T>(times: number, measure: () => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (let time = 0; time < times; time += 1) found.push(await measure());
  return found;
}

export const x = (label: string, target?: Target): Heading => ({ label, unit: "x", ...(target && { target }) });
export const share = (label: string, target?: Target): Heading => ({ ...x(label, target), unit: "share" });
export const ms = (label: string, target?: Target): Heading => ({ ...x(label, target), unit: "ms" });
export const mb = (label: string, target?: Target): Heading => ({ ...x(label, target), unit: "MB" });
