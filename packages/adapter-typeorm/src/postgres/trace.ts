/** Sees every statement with its values: for tests alone. */
export type Trace = (sql: string, values: readonly unknown[]) => void;
