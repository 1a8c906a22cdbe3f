import type { VisitKeys } from "./visit-keys.js";

/** Index of canceled visits. Shows whether a later row of the file reinstates a visit. */
export type LastWords = { isOverruled(visit: string | undefined, row: number): boolean };

type Names = Pick<VisitKeys, "invited" | "visit">;

/** Returns true if a row has an appointment id. */
const isNamed = ({ invited, visit }: Names): boolean => invited !== visit;

/**
 * Creates an index of the withdrawn appointments in a file. Add the rows in file order.
 *
 * A row with an appointment id and a row without an id match if they describe the same visit. Memory use depends only
 * on the number of withdrawn appointments.
 */
export function lastWords() {
  const withdrawnAt = new Map<string, number>();
  /** Keys of withdrawn appointments, grouped by visit. Contains only appointments with an appointment id. */
  const namedAt = new Map<string, string[]>();

  return {
    withdraw(names: Names, row: number): void {
      const { invited, visit } = names;
      if (invited === undefined) return;
      withdrawnAt.set(invited, row);
      if (visit !== undefined && isNamed(names)) namedAt.set(visit, [...(namedAt.get(visit) ?? []), invited]);
    },
    restore(names: Names): void {
      const { invited = "", visit = "" } = names;
      withdrawnAt.delete(invited);
      if (!isNamed(names)) for (const named of namedAt.get(visit) ?? []) withdrawnAt.delete(named);
      withdrawnAt.delete(visit);
      // Later rows without an appointment id refer to the appointment that this row restores.
      namedAt.delete(visit);
    },
    isEmpty: (): boolean => withdrawnAt.size === 0,
    /** Returns true if a later row about the same visit restores the appointment or withdraws it again. */
    isOverruled: (visit: string | undefined, row: number): boolean =>
      visit !== undefined && withdrawnAt.get(visit) !== row,
  };
}
