import type { Catalog } from "../catalog/catalog.js";
import type { Problem } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { LineProblem, LineShape, Shaped } from "../kernel/line-shape.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";

/** Values of a checked line of a bundle, by key. */
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

/** Returns the number of the bundle line with a record or its deletion, or `undefined` if there is no such line. */
export type LineOf = (kind: string, id: number | string) => number | undefined;

export type ReadAccount<out Reads> = <T>(work: (stores: Reads, account: AccountId) => Promise<T>) => Promise<T>;

/** Result of storing or deleting records. */
export type Taken = {
  /** Number of new, changed or deleted records. */
  readonly count: number;
  /** Ids of the new, changed or deleted records. Only set for types that own records of other types. */
  readonly ids?: readonly number[];
  /** JSON values to pass to the `later` step of the record type. */
  readonly later?: readonly unknown[];
};

/** Step that runs after other records are stored. Databases store its number. */
export type LaterStep<in Stores> = {
  readonly step: number;
  readonly run: (values: readonly never[], work: UnitOfWork<Stores>) => Promise<void>;
};

/** Stores the lines of one bundle load. */
export type Storing<in Stores> = {
  /** Called with all lines before the first line is stored. */
  readonly note?: (lines: readonly LineValues[], work: Pick<UnitOfWork<unknown>, "matching">) => void;
  readonly store: (lines: readonly LineValues[], work: UnitOfWork<Stores>) => Promise<Taken>;
};

/** Step of a bundle load that stores the lines of a record type. */
export type StoringStep<in Stores, in Host> = {
  /** Order of the step within a load. Databases store this number, so a released number must keep its meaning. */
  readonly step: number;
  /** Pass over the bundle in which lines are stored. Records that other lines refer to use the first pass. */
  readonly reading: "first" | "second";
  readonly begin: (host: Host) => Storing<Stores>;
  /** Step that runs after the first pass over the bundle. */
  readonly later?: LaterStep<Stores>;
};

/** Step of a bundle load that deletes records of a record type. */
type RemovingStep<in Stores, in Host> = {
  /** Position of a deletion that runs before any record is stored. If omitted, the deletion runs at the end. */
  readonly step?: number;
  readonly remove: (keys: readonly LineValues[], work: UnitOfWork<Stores>, host: Host) => Promise<Taken>;
  /** Step that runs after all records are stored. */
  readonly later?: LaterStep<Stores>;
};

/** Check that compares all bundle lines of a record type with each other. */
export type LineCheck<in Reads> = {
  /** Records a bundle line that has passed its own checks. */
  readonly note?: (line: InputLine, report: Report) => void;
  /** Compares the recorded lines with the account's records. */
  readonly finish?: (read: ReadAccount<Reads>, lineOf: LineOf, report: Report) => Promise<void>;
  /** Compares each line with the catalog as it will be after the load. Requires another pass over the bundle. */
  readonly compare?: (catalog: Catalog) => (line: InputLine) => readonly LineProblem[];
};

/** Rules for the bundle lines of a record type. */
export type LineRules<in Reads, in Stores, in Host> = {
  readonly shape: LineShape;
  /** Keys that identify a record. Empty if an account has at most one record of the type. */
  readonly keys: readonly string[];
  /** True if several bundle lines may contain the same record. */
  readonly mayRepeat?: boolean;
  /** Cost of a line when a large bundle is divided into parts, relative to an ordinary line. Defaults to 1. */
  readonly weight?: number;
  /** Keys that contain phone numbers or email addresses of a person. Omitted if lines are not about a person. */
  readonly contacts?: readonly string[];
  readonly storing: StoringStep<Stores, Host>;
  readonly removing: RemovingStep<Stores, Host>;
  readonly check?: () => LineCheck<Reads>;
};

/** Converts checked lines to records. The lines must have been parsed with `shape`. */
export const recordsFrom = <S extends LineShape, R>(
  _shape: S,
  fromLine: (line: Shaped<S>) => R,
  lines: readonly LineValues[],
): readonly R[] => (lines as readonly Shaped<S>[]).map((line) => fromLine(line));

export const idsIn = <Id extends number>(lines: readonly LineValues[]): readonly Id[] =>
  lines.map(({ id }) => id as Id);

/** Creates a result with only the number of new, changed or deleted records. */
export const taken = ({ length }: readonly unknown[]): Taken => ({ count: length });

/**
 * Creates a step that stores each bundle line as a record.
 * `record` stores records and returns the new and changed records.
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
