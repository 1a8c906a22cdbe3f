import pg, { type Connection } from "pg";

type Patched = Connection & Record<"startup" | "query" | "parse", (this: Connection, ...args: never[]) => unknown>;

/**
 * Records the text of every statement that the driver sends for one database role, until `end` is called.
 * Reads the messages of the protocol, so that cursors and prepared statements are included.
 */
export function sentStatements(role: string) {
  const statements = new Set<string>();
  const own = new WeakSet<Connection>();
  const patched = (pg as unknown as { readonly Connection: { readonly prototype: Patched } }).Connection.prototype;
  const { startup, query, parse } = patched;
  const record = (connection: Connection, text: string) => own.has(connection) && statements.add(text);
  Object.assign(patched, {
    startup(this: Connection, config: { readonly user: string }) {
      if (config.user === role) own.add(this);
      return startup.call(this, config as never);
    },
    query(this: Connection, text: string) {
      record(this, text);
      return query.call(this, text as never);
    },
    parse(this: Connection, statement: { readonly text: string }, ...more: never[]) {
      record(this, statement.text);
      return parse.call(this, statement as never, ...more);
    },
  });
  return { statements, end: () => void Object.assign(patched, { startup, query, parse }) };
}
