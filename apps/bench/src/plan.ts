/** Options of a run. */
export type Plan = {
  /** Number of reviews in the measured list. */
  readonly rows: number;
  readonly rounds: number;
  /** Whether to measure PostgreSQL as well, if it is installed. */
  readonly postgres: boolean;
  /** Folder for the databases, which are kept after the run. */
  readonly keep?: string;
  /** Part of the titles of the rows to measure. Measures all rows if omitted. */
  readonly only?: string;
};

export const leastRows = 10_000;
export const mostRows = 1_000_000;

/** Sizes of the data in a run. */
export type Sizes = {
  readonly rows: number;
  /** Reviews per account in the other accounts. */
  readonly others: number;
  /** Reviews in the part of the list that the time per row is compared with. */
  readonly part: number;
  /** Reviews in the comparison with the baseline. The baseline's response must fit into one string. */
  readonly naive: number;
  readonly load: number;
  readonly imported: number;
  readonly surveyed: number;
  /** Reviews in the copied account. The account has as many invites and half as many calls. */
  readonly copied: number;
  /** Downloads per list and round. The median counts, so that one outlier does not decide. */
  readonly repeats: number;
};

export const sizesOf = (rows: number): Sizes => ({
  rows,
  others: Math.max(500, Math.round(rows / 40)),
  part: rows > 200_000 ? 200_000 : Math.round(rows / 10),
  naive: Math.min(rows, 200_000),
  load: Math.min(Math.max(Math.round(rows / 4), leastRows), 50_000),
  imported: Math.min(rows, 200_000),
  surveyed: Math.min(rows, 100_000),
  copied: Math.min(rows, 200_000),
  repeats: Math.max(3, Math.ceil(100_000 / rows)),
});
