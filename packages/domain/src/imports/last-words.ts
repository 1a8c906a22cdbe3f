/** Tells which withdrawals of a file a later row overrules. */
export type LastWords = { isOverruled(visit: string | undefined, row: number): boolean };

/** Records withdrawals in file order. Memory use depends only on the number of withdrawn appointments. */
export function lastWords() {
  const withdrawnAt = new Map<string, number>();
  return {
    withdraw(visit: string, row: number): void {
      withdrawnAt.set(visit, row);
    },
    restore(visit: string): void {
      withdrawnAt.delete(visit);
    },
    isEmpty: (): boolean => withdrawnAt.size === 0,
    /** Whether a later row about the same visit restores it or repeats the withdrawal. */
    isOverruled: (visit: string | undefined, row: number): boolean =>
      visit !== undefined && withdrawnAt.get(visit) !== row,
  };
}
