import type { DataSource } from "typeorm";
import type { Session, Value } from "../session.js";
import { sqliteDialect } from "./sqlite-dialect.js";
import { orFailure } from "./sqlite-failure.js";

type Positional = { readonly text: string; readonly order: readonly number[] };

/** The session of a data source's one connection. */
export function sqliteSession(source: DataSource): Session {
  const runner = source.createQueryRunner();
  const known = new Map<string, Positional>();

  function execute(sql: string, values: readonly Value[]) {
    const statement = known.get(sql) ?? positional(sql);
    known.set(sql, statement);
    const inOrder = statement.order.map((index) => values[index]);
    return orFailure(() => runner.query(statement.text, inOrder, true));
  }

  return {
    source,
    dialect: sqliteDialect,
    query: async (sql, values = []) => (await execute(sql, values)).records,
    run: async (sql, values = []) => (await execute(sql, values)).affected ?? 0,
    enter: async () => {},
  };
}

/** The driver knows `?` alone, one value each. */
function positional(sql: string): Positional {
  const order: number[] = [];
  const text = sql.replace(/\$(\d+)/g, (_, number: string) => {
    order.push(Number(number) - 1);
    return "?";
  });
  return { text, order };
}
