/**
 * Rewrites bound limits in a SQL statement as sums, such as `LIMIT ? + 0`.
 * SQLite plans a statement with `LIMIT ?` again on each run, because the plan may depend on the value.
 * SQLite does not evaluate a sum during planning. For a short list, planning would take longer than reading.
 */
export const steadyLimits = (sql: string): string => sql.replace(/\b(LIMIT|OFFSET) ([$@]\w+|\?)/g, "$1 $2 + 0");
