/**
 * Rewrites bound limits as sums. SQLite plans a statement with `LIMIT ?` again on each run, because the plan may depend
 * on the value. For a short list, planning takes longer than reading. SQLite does not evaluate a sum during planning.
 */
export const steadyLimits = (sql: string): string => sql.replace(/\b(LIMIT|OFFSET) ([$@]\w+|\?)/g, "$1 $2 + 0");
