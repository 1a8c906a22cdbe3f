/** Callback for each SQL statement with its values. Used only in tests. */
export type Trace = (sql: string, values: readonly unknown[]) => void;
