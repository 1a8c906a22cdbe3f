/** SQL expressions that differ between databases. Amounts are calculated in whole cents. */
export type ViewDialect = {
  /** Converts a money column to whole cents. */
  cents(money: string): string;
  /** Converts whole cents to a money amount. */
  money(cents: string): string;
  /** Divides cents by a nonzero count and returns a money amount. Rounds half a cent away from zero. */
  quotient(cents: string, count: string): string;
  /** Returns an amount as a whole percentage of another, nonzero amount. Rounds half away from zero. */
  percent(cents: string, of: string): string;
  /** Returns the first day of the month that contains a date. */
  month(date: string): string;
};

const inDoubles = (cents: string, count: string) => `round(CAST(${cents} AS DOUBLE PRECISION) / ${count})`;

export const sqliteViews: ViewDialect = {
  cents: (money) => `CAST(round(${money} * 100) AS INTEGER)`,
  money: (cents) => `${cents} / 100.0`,
  quotient: (cents, count) => `${inDoubles(cents, count)} / 100.0`,
  percent: (cents, of) => `CAST(${inDoubles(`${cents} * 100`, of)} AS INTEGER)`,
  month: (date) => `substr(${date}, 1, 7) || '-01'`,
};

export const postgresViews: ViewDialect = {
  cents: (money) => `CAST(${money} * 100 AS BIGINT)`,
  money: (cents) => `CAST(${cents} * 0.01 AS NUMERIC(18, 2))`,
  quotient: (cents, count) => `CAST(round(CAST(${cents} AS NUMERIC) / ${count}) * 0.01 AS NUMERIC(18, 2))`,
  percent: (cents, of) => `CAST(round(CAST(${cents} AS NUMERIC) * 100 / ${of}) AS BIGINT)`,
  month: (date) => `CAST(date_trunc('month', ${date}) AS DATE)`,
};

export const duckdbViews: ViewDialect = {
  cents: (money) => `CAST(${money} * 100 AS BIGINT)`,
  money: (cents) => `CAST(CAST(${cents} AS BIGINT) * 0.01 AS DECIMAL(18, 2))`,
  quotient: (cents, count) => `CAST(CAST(${inDoubles(cents, count)} AS BIGINT) * 0.01 AS DECIMAL(18, 2))`,
  percent: (cents, of) => `CAST(${inDoubles(`${cents} * 100`, of)} AS BIGINT)`,
  month: (date) => `CAST(date_trunc('month', ${date}) AS DATE)`,
};
