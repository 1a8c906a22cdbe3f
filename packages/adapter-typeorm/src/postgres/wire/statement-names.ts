import type { Connection } from "pg";

const names = new Map<string, string>();

/**
 * Returns the name of a prepared statement, which each connection prepares once. Use only for statements without
 * literal values, because names are never removed.
 */
export function nameOf(text: string): string {
  const name = names.get(text) ?? `repute_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Whether a connection has prepared a statement. The driver records this, but its type definitions omit it. */
export const isPreparedOn = (connection: Connection, name: string): boolean =>
  (connection as unknown as { readonly parsedStatements: Readonly<Record<string, string>> }).parsedStatements[name] !==
  undefined;
