import type { EntityMetadata, EntitySchema, ObjectLiteral } from "typeorm";
import type { ColumnMetadata } from "typeorm/metadata/ColumnMetadata.js";
import type { ColumnKind } from "../dialect.js";
import type { RawRow, Session } from "../session.js";

export type Column = { readonly name: string; readonly property: string; readonly kind: ColumnKind };

/** What statements need to know of a table: its names ready to stand in SQL. */
export type Table = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly Column[];
  /** What SELECT takes: each column under the name of its property. */
  readonly selection: string;
  /** A row with the values that the driver answers differently made right, in place. */
  hydrate(row: RawRow): RawRow;
};

const known = new WeakMap<EntityMetadata, Table>();

/** The table of a schema, worked out once a data source. */
export function tableOf<Row extends ObjectLiteral>({ source }: Session, schema: EntitySchema<Row>): Table {
  const metadata = source.getMetadata(schema);
  const table = known.get(metadata) ?? describeTable(metadata);
  known.set(metadata, table);
  return table;
}

function describeTable({ tableName, columns: all, connection: { driver } }: EntityMetadata): Table {
  const describe = (column: ColumnMetadata): Column => ({
    name: driver.escape(column.databaseName),
    property: column.propertyName,
    kind: kindOf(column),
  });
  const columns = all.map(describe);
  const flags = all.filter((column) => kindOf(column) === "flag");
  return {
    name: driver.escape(tableName),
    columns,
    key: all.filter(({ isPrimary }) => isPrimary).map(describe),
    selection: columns.map((column) => `${column.name} AS ${driver.escape(column.property)}`).join(", "),
    hydrate(row) {
      for (const flag of flags) row[flag.propertyName] = driver.prepareHydratedValue(row[flag.propertyName], flag);
      return row;
    },
  };
}

function kindOf({ type }: ColumnMetadata): ColumnKind {
  if (type === Number) return "integer";
  if (type === Boolean) return "flag";
  return type === String ? "text" : "real";
}
