import type { Catalog } from "../catalog/catalog.js";
import type { Problem } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { LineProblem, LineShape, Shaped } from "../kernel/line-shape.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";

/** Values of a checked bundle line, by key. */
export type LineValues = Readonly<Record<string, unknown>>;

/** Bundle line with valid keys. A line that deletes a record has only the keys that identify the record. */
export type InputLine = {
  readonly line: number;
  readonly kind: string;
  readonly values: LineValues;
  readonly isDeletion?: true;
};

/** Reports a problem with a bundle. */
export type Report = (problem: Problem) => void;

/** Returns the number of the bundle line that stores or deletes a record, or `undefined` if there is none. */
export type LineOf = (kind: string, id: number | string) => number | undefined;

export type ReadAccount<out Reads> = <T>(work: (stores: Reads, account: AccountId) => Promise<T>) => Promise<T>;

/** Result of storing or deleting records. */
export type StoreResult = {
  /** Number of new, changed or deleted records. */
  readonly count: number;
  /** Ids of the new, changed or deleted records. Required if records of other types belong to these records. */
  readonly ids?: readonly number[];
  /** JSON values that the last step of the load needs for records of this type. */
  readonly later?: readonly unknown[];
};

/** Step of a bundle load that runs after other records are stored. Databases store the number `step`. */
export type LaterStep<in Stores> = {
  readonly step: number;
  readonly run: (values: readonly never[], work: UnitOfWork<Stores>) => Promise<void>;
};

/** Stores a record type's lines during one bundle load. */
export type Storing<in Stores> = {
  /** Called once with all lines, before any line is stored. */
  readonly note?: (lines: readonly LineValues[], work: Pick<UnitOfWork<unknown>, "matching">) => void;
  readonly store: (lines: readonly LineValues[], work: UnitOfWork<Stores>) => Promise<StoreResult>;
};

/** Step of a bundle load that stores the lines of a record type. */
export type StoringStep<in Stores, in Host> = {
  /** Number that orders the steps of a load. Databases store it, so a released number must keep its meaning. */
  readonly step: number;
  /** Reading pass in which the lines are stored. Records that other lines refer to are stored in the first pass. */
  readonly reading: "first" | "second";
  readonly begin: (host: Host) => Storing<Stores>;
  /** Step that runs after the first pass over the bundle. */
  readonly later?: LaterStep<Stores>;
};

/** Step of a bundle load that deletes records of one type. */
type RemovingStep<in Stores, in Host> = {
  /** Step number of the deletions, if they must run before any record is stored. By default, they run at the end. */
  readonly step?: number;
  readonly remove: (keys: readonly LineValues[], work: UnitOfWork<Stores>, host: Host) => Promise<StoreResult>;
  /** Step that runs after all records are stored. */
  readonly later?: LaterStep<Stores>;
};

/** Check that compares a record type's bundle lines with each other. */
export type LineCheck<in Reads> = {
  /** Remembers a bundle line that has passed its own checks. */
  readonly note?: (line: InputLine, report: Report) => void;
  /** Compares the remembered lines with the account's records. */
  readonly finish?: (read: ReadAccount<Reads>, lineOf: LineOf, report: Report) => Promise<void>;
  /** Compares each line with the catalog that the load will produce. Requires another pass over the bundle. */
  readonly compare?: (catalog: Catalog) => (line: InputLine) => readonly LineProblem[];
};

/** Rules for the bundle lines of a record type. */
export type LineRules<in Reads, in Stores, in Host> = {
  readonly shape: LineShape;
  /** Keys that identify a record. Not needed, and therefore empty, if an account has only one record of the type. */
  readonly keys: readonly string[];
  /** True if several bundle lines may contain the same record. */
  readonly mayRepeat?: boolean;
  /** Relative cost of a line when a large bundle is divided into parts. An ordinary line costs 1, the default. */
  readonly weight?: number;
  /** Names of the fields that contain a person's phone numbers or email addresses. Omitted if no field does. */
  readonly contacts?: readonly string[];
  readonly storing: StoringStep<Stores, Host>;
  readonly removing: RemovingStep<Stores, Host>;
  readonly check?: () => LineCheck<Reads>;
};

/** Converts checked bundle lines to records. The lines must have been checked with `shape`. */
export const recordsFrom = <S extends LineShape, R>(
  _shape: S,
  fromLine: (line: Shaped<S>) => R,
  lines: readonly LineValues[],
): readonly R[] => (lines as readonly Shaped<S>[]).map((line) => fromLine(line));

export const idsIn = <Id extends number>(lines: readonly LineValues[]): readonly Id[] =>
  lines.map(({ id }) => id as Id);

/** Creates a result that contains only the number of records. */
export const countOnly = ({ length }: readonly unknown[]): StoreResult => ({ count: length });

/**
 * Creates a step that stores each bundle line as a record.
 * The function `record` stores records and returns the new and changed records.
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
    store: async (lines, work) => countOnly(await record(recordsFrom(shape, fromLine, lines), work, host)),
  }),
});
