import type { Catalog } from "../catalog/catalog.js";
import type { Problem } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { LineProblem, LineShape, Shaped } from "../kernel/line-shape.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";

/** Values of a checked bundle line, by key. */
export type LineValues = Readonly<Record<string, unknown>>;

/** A bundle line with valid keys. A deletion line has only the values of the keys that identify its record. */
export type GivenLine = {
  readonly line: number;
  readonly kind: string;
  readonly values: LineValues;
  readonly isDeletion?: true;
};

/** Receives the problems of a bundle. */
export type Report = (problem: Problem) => void;

/** Returns the number of the line that gives or deletes a record, or `undefined` if the bundle has none. */
export type LineOf = (kind: string, id: number | string) => number | undefined;

/** Reads from an account's stores. */
export type ReadAccount<out Reads> = <T>(work: (stores: Reads, account: AccountId) => Promise<T>) => Promise<T>;

/** Result of storing or removing lines. */
export type Taken = {
  /** Number of records that were new, changed or deleted. */
  readonly count: number;
  /** Ids of these records, for types with records that belong to others. */
  readonly ids?: readonly number[];
  /** JSON values for the type's later step. */
  readonly later?: readonly unknown[];
};

/** Work that must wait until other records are stored. Databases contain the number of the step. */
export type LaterStep<in Stores> = {
  readonly step: number;
  readonly run: (values: readonly never[], work: UnitOfWork<Stores>) => Promise<void>;
};

/** Stores the lines of one load. */
export type Storing<in Stores> = {
  /** Looks at all lines before the first of them is stored. */
  readonly note?: (lines: readonly LineValues[], work: Pick<UnitOfWork<unknown>, "matching">) => void;
  readonly store: (lines: readonly LineValues[], work: UnitOfWork<Stores>) => Promise<Taken>;
};

/** How a load stores lines. */
export type StoringStep<in Stores, in Host> = {
  /** Order of storing. Databases contain the number: a released number keeps its meaning. */
  readonly step: number;
  /** A bundle is read twice. Records that other lines need are stored in the first reading. */
  readonly reading: "first" | "second";
  readonly begin: (host: Host) => Storing<Stores>;
  /** Runs after the first reading. */
  readonly later?: LaterStep<Stores>;
};

/** How a load deletes records. */
type RemovingStep<in Stores, in Host> = {
  /** Order of deleting, before anything is stored. If absent, records are deleted after everything is stored. */
  readonly step?: number;
  readonly remove: (keys: readonly LineValues[], work: UnitOfWork<Stores>, host: Host) => Promise<Taken>;
  /** Runs after everything is stored. */
  readonly later?: LaterStep<Stores>;
};

/** Check of all lines of a type in a bundle. */
export type LineCheck<in Reads> = {
  /** Notes a line without problems of its own. */
  readonly note?: (line: GivenLine, report: Report) => void;
  /** Compares the noted lines with the account's records. */
  readonly finish?: (read: ReadAccount<Reads>, lineOf: LineOf, report: Report) => Promise<void>;
  /** Compares each line with the catalog that results from the bundle, in another reading. */
  readonly compare?: (catalog: Catalog) => (line: GivenLine) => readonly LineProblem[];
};

/** Rules for the bundle lines of a record type. */
export type LineRules<in Reads, in Stores, in Host> = {
  readonly shape: LineShape;
  /** Keys that identify a record. Empty if an account has at most one record. */
  readonly keys: readonly string[];
  /** Whether several lines may name the same record. */
  readonly mayRepeat?: boolean;
  /** Number of lines that a line counts as when a large bundle is divided into parts. Defaults to 1. */
  readonly weight?: number;
  /** Keys with contacts of the person that a line is about. Absent if lines are about nobody. */
  readonly contacts?: readonly string[];
  readonly storing: StoringStep<Stores, Host>;
  readonly removing: RemovingStep<Stores, Host>;
  readonly check?: () => LineCheck<Reads>;
};

/** Converts checked lines to records. The lines must have been read with the shape. */
export const recordsFrom = <S extends LineShape, R>(
  _shape: S,
  fromLine: (line: Shaped<S>) => R,
  lines: readonly LineValues[],
): readonly R[] => (lines as readonly Shaped<S>[]).map((line) => fromLine(line));

/** Returns the ids of checked lines. */
export const idsIn = <Id extends number>(lines: readonly LineValues[]): readonly Id[] =>
  lines.map(({ id }) => id as Id);

/** Counts the records that were new, changed or deleted. */
export const taken = ({ length }: readonly unknown[]): Taken => ({ count: length });

/** Stores each line as a record. `record` returns the new and changed records. */
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
