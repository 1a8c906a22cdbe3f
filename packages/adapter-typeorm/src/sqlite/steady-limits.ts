/**
 * A statement whose bound limits are sums. SQLite plans a statement with `LIMIT ?` anew each time that it runs, as the
 * value may be worth another plan: for a short list that takes longer than reading it. It does not look into a sum.
 */
export const steadyLimits = (sql: string): string => sql.replace(/\b(LIMIT|OFFSET) ([$@]\w+|\?)/g, "$1 $2 + 0");
