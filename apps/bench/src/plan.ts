/** What a run is asked for. */
export type Plan = {
  /** How many reviews the measured list has. */
  readonly rows: number;
  readonly rounds: number;
  /** Whether PostgreSQL is measured too, where it is installed. */
  readonly postgres: boolean;
  /** The folder in which the data is made and left. */
  readonly keep?: string;
  /** Words in the title of what is measured; everything when absent. */
  readonly only?: string;
};

export const leastRows = 10_000;
export const mostRows = 1_000_000;

/** How large everything is that a run measures. */
export type Sizes = {
  readonly rows: number;
  /** Reviews of each of the other accounts. */
  readonly others: number;
  /** Of a part of the list, with which a row of it is compared: 200,000 of more than that. */
  readonly part: number;
  /** What the naive way is compared on: its response must fit into one text of JavaScript. */
  readonly naive: number;
  readonly load: number;
  /** Rows of an import. */
  readonly imported: number;
  /** Patients of a file for a survey. */
  readonly surveyed: number;
  /** Reviews of the account that is copied, which has as many invites, and half as many calls. */
  readonly copied: number;
  /** How often a list is taken in one round; its median counts, so that one hiccup does not decide. */
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
