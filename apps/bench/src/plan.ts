import { windowOf } from "./data/review-times.js";

/** What a run is asked for. */
export type Plan = {
  /** How many reviews the measured list has. */
  readonly rows: number;
  readonly rounds: number;
  /** Whether PostgreSQL is measured too, where it is installed. */
  readonly postgres: boolean;
  /** The folder in which the data is made and left. */
  readonly keep?: string;
};

export const leastRows = 10_000;
export const mostRows = 1_000_000;

/** How large everything is that a run measures beside the whole list. */
export type Sizes = {
  /** Reviews of each of the other accounts. */
  readonly others: number;
  readonly tenth: number;
  /** What the naive way is compared on: its answer must fit into one text of JavaScript. */
  readonly naive: number;
  /** The list that memory must not grow beyond by much. */
  readonly small: number;
  readonly load: number;
  /** How often a list is taken in one round; its median counts, so that one hiccup does not decide. */
  readonly repeats: number;
};

export const sizesOf = (rows: number): Sizes => ({
  others: Math.max(500, Math.round(rows / 40)),
  tenth: Math.round(rows / 10),
  naive: Math.min(rows, 200_000),
  small: leastRows,
  load: Math.min(Math.max(Math.round(rows / 4), leastRows), 50_000),
  repeats: Math.max(3, Math.ceil(100_000 / rows)),
});

/** The path of the newest `count` of so many reviews. */
export const newestPath = (rows: number, count: number): string =>
  count === rows ? "/v2/reviews" : windowPath("/v2/reviews", rows, rows - count, count);

const windows = 50;
const windowRows = 100;

/** Paths of windows of 100 reviews each, all over the list. */
export const windowPaths = (path: string, rows: number): string[] =>
  Array.from({ length: windows }, (_, index) =>
    windowPath(path, rows, Math.floor((index * (rows - windowRows)) / windows), windowRows),
  );

function windowPath(path: string, rows: number, first: number, count: number): string {
  const { date, end } = windowOf(rows, first, count);
  return `${path}?date=${date}&end=${end}`;
}
