/** Receives each statement with its values. Only tests use it. */
export type Trace = (sql: string, values: readonly unknown[]) => void;
