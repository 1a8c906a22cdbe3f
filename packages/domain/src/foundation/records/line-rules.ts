import type { Catalog } from "../catalog/catalog.js";
import type { Problem } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { LineProblem, LineShape, Shaped } from "../kernel/line-shape.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";

/** Values of a checked bundle line, by key. */
export type LineValues = Readonly<Record<string, unknown>>;

/** A bundle line with valid keys. A line that deletes a record has only the keys that identify the record. */
export type GivenLine = {
  readonly line: number;
  readonly kind: string;
  readonly values: LineValues;
  readonly isDeletion?: true;
};

/** Reports a problem with a bundle. */
export type Report = (problem: Problem) => void;

/** Returns the number of the line that contains or deletes a record, or `undefined` if there is no such line. */
export type LineOf = (kind: string, id: number | string) => number | undefined;

export type ReadAccount<out Reads> = <T>(work: (stores: Reads, account: AccountId) => Promise<T>) => Promise<T>;

/** Result of storing or deleting records. */
export type Taken = {
  /** Number of records that were new, changed or deleted. */
  readonly count: number;
  /** Ids of the new, changed or deleted records. Set for types that other types belong to. */
  readonly ids?: readonly number[];
  /** JSON values that the type's later step receives. */
  readonly later?: readonly unknown[];
};

/** Work that must wait until other records are stored. The step number is stored in databases. */
export type LaterStep<in Stores> = {
  readonly step: number;
  readonly run: (values: readonly never[], work: UnitOfWork<Stores>) => Promise<void>;
};

/** Stores the lines of one load. */
export type Storing<in Stores> = {
  /** Receives all lines before the first line is stored. */
  readonly note?: (lines: readonly LineValues[], work: Pick<UnitOfWork<unknown>, "matching">) => void;
  readonly store: (lines: readonly LineValues[], work: UnitOfWork<Stores>) => Promise<Taken>;
};

/** Describes how a load stores the lines of a type. */
export type StoringStep<in Stores, in Host> = {
  /** Number that determines when lines are stored. Stored in databases, so a released number must keep its meaning. */
  readonly step: number;
  /** Reading of the bundle in which the lines are stored. Records that other lines refer to use the first reading. */
  readonly reading: "first" | "second";
  readonly begin: (host: Host) => Storing<Stores>;
  /** Step that runs after the first reading of the bundle. */
  readonly later?: LaterStep<Stores>;
};

/** Describes how a load deletes the records of a type. */
type RemovingStep<in Stores, in Host> = {
  /**
   * Number that determines when records are deleted before anything is stored. If omitted, they are deleted at the end.
   */
  readonly step?: number;
  readonly remove: (keys: readonly LineValues[], work: UnitOfWork<Stores>, host: Host) => Promise<Taken>;
  /** Step that runs after everything is stored. */
  readonly later?: LaterStep<Stores>;
};

/** Check of a bundle that considers all lines of a type. */
export type LineCheck<in Reads> = {
  /** Notes a line that is valid when checked by itself. */
  readonly note?: (line: GivenLine, report: Report) => void;
  /** Compares the noted lines with the account's records. */
  readonly finish?: (read: ReadAccount<Reads>, lineOf: LineOf, report: Report) => Promise<void>;
  /** Compares each line with the catalog as it will be after the load. Requires another reading of the bundle. */
  readonly compare?: (catalog: Catalog) => (line: GivenLine) => readonly LineProblem[];
};

/** Rules for the bundle lines of a record type. */
export type LineRules<in Reads, in Stores, in Host> = {
  readonly shape: LineShape;
  /** Keys that identify a record. Empty if an account has at most one record of the type. */
  readonly keys: readonly string[];
  /** True if several lines may contain the same record. */
  readonly mayRepeat?: boolean;
  /** Number of ordinary lines that a line counts as when a large bundle is divided into parts. Defaults to 1. */
  readonly weight?: number;
  /** Keys that contain contacts of the person that a line is about. Omitted if lines are not about a person. */
  readonly contacts?: readonly string[];
  readonly storing: StoringStep<Stores, Host>;
  readonly removing: RemovingStep<Stores, Host>;
  readonly check?: () => LineCheck<Reads>;
};

/** Converts checked lines to records. The lines must have been read with `shape`. */
export const recordsFrom = <S extends LineShape, R>(
  _shape: S,
  fromLine: (line: Shaped<S>) => R,
  lines: readonly LineValues[],
): readonly R[] => (lines as readonly Shaped<S>[]).map((line) => fromLine(line));

export const idsIn = <Id extends number>(lines: readonly LineValues[]): readonly Id[] =>
  lines.map(({ id }) => id as Id);

/** Creates a result that contains only the number of new, changed or deleted records. */
export const taken = ({ length }: readonly unknown[]): Taken => ({ count: length });

/**
 * Creates a step that stores each line as a record. `record` stores records and returns those that are new or changed.
 */
export const storingStep = <S extends LineShape, R, Stores, Host = unknown>({
  step,
  reading,
  shape,
  fromLine,
  record,
}: Pick<StoringStep<Stores, Host>, "step" | "reading"> & {
  readonly shape: S;
  readonly fromLine: (line: Shaped<S>) => R;
  readonly record: (records: readonly R[], work: UnitOfWork<Stores>, host: Host) => Promise<readonly unknown[]>;
}): StoringStep<Stores, Host> => ({
  step,
  reading,
  begin: (host) => ({
    store: async (lines, work) => taken(await record(recordsFrom(shape, fromLine, lines), work, host)),
  }),
});
