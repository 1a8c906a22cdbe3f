import type { Connection } from "pg";

const names = new Map<string, string>();

/**
 * Returns the name under which a connection prepares a statement.
 * Use it only for statements without literal values, because names are never removed.
 */
export function nameOf(text: string): string {
  const name = names.get(text) ?? `repute_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * Returns true if a connection has prepared a statement.
 * Reads a property that the type definitions of the driver do not declare.
 */
export const isPreparedOn = (connection: Connection, name: string): boolean =>
  (connection as unknown as { readonly parsedStatements: Readonly<Record<string, string>> }).parsedStatements[name] !==
  undefined;
