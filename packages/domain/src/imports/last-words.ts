/** Which withdrawals of a file have the last word on their appointment. */
export type LastWords = { isOverruled(visit: string | undefined, row: number): boolean };

/** Notes the rows of a file in order. Memory grows with the number of withdrawn appointments only. */
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
    /** Whether a later row about the same visit takes the withdrawal back or repeats it. */
    isOverruled: (visit: string | undefined, row: number): boolean =>
      visit !== undefined && withdrawnAt.get(visit) !== row,
  };
}
