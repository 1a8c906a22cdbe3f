import type { Limit } from "./servers/start-limit.js";
import type { Sizes } from "./plan.js";
import type { PostgresStage, Stage } from "./stage.js";
import type { Rivals } from "./check-lists.js";

/** What a figure's median must reach, or must not exceed. */
export type Target = { readonly least: number } | { readonly most: number };

/** `x` marks a ratio shown as a factor. `share` marks a ratio shown in percent. */
export type Unit = "x" | "share" | "ms" | "MB";

/** What a line of the table says beside its number. */
export type Heading = { readonly label: string; readonly unit: Unit; readonly target?: Target };

/** A line of the table: something measured, once a round or once a run. */
export type Figure = Heading & { readonly key: string; readonly values: readonly number[] };

/** What is measured on SQLite, or on PostgreSQL where it is installed. */
type Served = Rivals & Partial<Pick<PostgresStage, "server">>;
export type Engine = {
  /** Put before titles and labels, and before keys. */
  readonly prefix: string;
  readonly keys: string;
  of(stage: Stage): Served | undefined;
};

export const sqlite: Engine = { prefix: "", keys: "", of: (stage) => stage };
export const postgres: Engine = { prefix: "PostgreSQL: ", keys: "postgres_", of: (stage) => stage.postgres };

/** What headings depend on. */
type About = { readonly sizes: Sizes; readonly limit: Limit["kind"]; readonly engine: Engine };

/** What is measured together, and the lines of the table that follow from it. */
export type Row<Key extends string = string> = {
  /** Shown while it is being measured. */
  readonly title: string;
  /** Once a run, after all rounds; once a round otherwise. */
  readonly once?: boolean;
  /** Measured once more before the first round, for nothing: what is done for the first time is slower than ever after. */
  readonly warmsUp?: boolean;
  /** The lines of the table, in their order. */
  headings(about: About): Readonly<Partial<Record<Key, Heading>>>;
  /** One number for each heading; `undefined` where this machine does not tell. */
  measure(stage: Stage, served: Served): Promise<Readonly<Record<Key, number | undefined>>>;
};

/** A row with its keys taken from its headings. */
export const row = <Key extends string>(of: Row<Key>): Row => of;

export const x = (label: string, target?: Target): Heading => ({ label, unit: "x", ...(target && { target }) });
export const share = (label: string, target?: Target): Heading => ({ ...x(label, target), unit: "share" });
export const ms = (label: string, target?: Target): Heading => ({ ...x(label, target), unit: "ms" });
export const mb = (label: string, target?: Target): Heading => ({ ...x(label, target), unit: "MB" });

/** A number of rows as it is read. */
export const count = (rows: number): string => rows.toLocaleString("en-US");
