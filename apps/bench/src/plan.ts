/** Options of a benchmark run. */
export type Plan = {
  /** Number of reviews in the measured list. */
  readonly rows: number;
  readonly rounds: number;
  /** True if PostgreSQL is measured as well. Has no effect if PostgreSQL is not installed. */
  readonly postgres: boolean;
  /** Folder for the databases. The databases are kept after the run. */
  readonly keep?: string;
  /** Only rows whose titles contain this string are measured. Defaults to all rows. */
  readonly only?: string;
};

export const minRows = 10_000;
export const maxRows = 1_000_000;

/** Sizes of the data in a benchmark run. */
export type Sizes = {
  readonly rows: number;
  /** Number of reviews in each of the other accounts. */
  readonly others: number;
  /** Number of reviews in a short list. Its time per row is compared with that of the whole list. */
  readonly part: number;
  /** Number of reviews in the comparison with the baseline. The baseline builds one string of all of them. */
  readonly naive: number;
  readonly load: number;
  readonly imported: number;
  readonly surveyed: number;
  /** Number of reviews in the account that is copied. The account has as many invites and half as many calls. */
  readonly copied: number;
  /** Number of downloads per list and round. The median is used, so that one outlier does not decide the result. */
  readonly repeats: number;
};

export const sizesOf = (rows: number): Sizes => ({
  rows,
  others: Math.max(500, Math.round(rows / 40)),
  part: rows > 200_000 ? 200_000 : Math.round(rows / 10),
  naive: Math.min(rows, 200_000),
  load: Math.min(Math.max(Math.round(rows / 4), minRows), 50_000),
  imported: Math.min(rows, 200_000),
  surveyed: Math.min(rows, 100_000),
  copied: Math.min(rows, 200_000),
  repeats: Math.max(3, Math.ceil(100_000 / rows)),
});

/** Returns the sizes of the accounts in a measurement of growth, in steps of ten times as many rows, up to `rows`. */
export const growthSizes = (rows: number): readonly number[] =>
  [10_000, 100_000, 1_000_000].filter((size) => size <= rows);

/** Formats a number of rows with separators for thousands. */
export const count = (rows: number): string => rows.toLocaleString("en-US");
