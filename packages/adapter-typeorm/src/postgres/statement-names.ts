import type { Connection } from "pg";

const names = new Map<string, string>();

/** A statement's own name: each connection prepares it once. For those that hold no values, which are few. */
export function nameOf(text: string): string {
  const name = names.get(text) ?? `repute_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Whether a connection has prepared it. The driver keeps record of that, but its types do not say so. */
export const isPreparedOn = (connection: Connection, name: string): boolean =>
  (connection as unknown as { readonly parsedStatements: Readonly<Record<string, string>> }).parsedStatements[name] !==
  undefined;
