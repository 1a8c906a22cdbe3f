import { open, rename } from "node:fs/promises";
import type { SchemaElement } from "hyparquet";
import type { Column, ColumnType } from "../shape/table.js";
import { maxRows, rowGroups } from "./row-groups.js";

type Row = Readonly<Record<string, unknown>>;

/** Parquet type of each column type. Timestamps are in UTC, local times have no time zone, and JSON is a string. */
const elements: Readonly<Record<ColumnType, Omit<SchemaElement, "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT64" },
  number: { type: "DOUBLE" },
  money: { type: "INT64", converted_type: "DECIMAL", precision: 18, scale: 2 },
  boolean: { type: "BOOLEAN" },
  timestamp: { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" } },
  date: { type: "INT32", converted_type: "DATE" },
  local: { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "MILLIS" } },
  json: { type: "BYTE_ARRAY", converted_type: "JSON" },
};

/** Converts a SQLite value to the value that the Parquet writer expects. */
const values: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  text: (value) => value,
  integer: (value) => BigInt(value as number),
  number: (value) => value,
  money: (value) => BigInt(Math.round((value as number) * 100)),
  boolean: (value) => value === 1,
  timestamp: (value) => momentOf(String(value)),
  date: (value) => momentOf(`${String(value)} 00:00:00`),
  local: (value) => momentOf(String(value)),
  json: (value) => JSON.parse(String(value)),
};

const momentOf = (text: string) => new Date(`${text.replace(" ", "T")}Z`);

/** Writes SQLite rows to a Parquet file and renames the file when it is complete. Returns the number of rows. */
export async function writePart(file: string, columns: readonly Column[], rows: Iterable<Row>): Promise<number> {
  const { fileWriter, ParquetWriter } = await import("hyparquet-writer");
  const filename = `${file}.unfinished`;
  await (await open(filename, "w", 0o600)).close();
  const schema = [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...elements[type] })),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(filename), schema });
  let count = 0;
  for (const group of rowGroups(columns, rows)) {
    const columnData = columns.map(({ name, type }) => ({ name, data: group.map((row) => nonNull(row[name], type)) }));
    await writer.write({ columnData, rowGroupSize: maxRows });
    count += group.length;
  }
  await writer.finish();
  const handle = await open(filename, "r+");
  await handle.sync().finally(() => handle.close());
  await rename(filename, file);
  return count;
}

const nonNull = (value: unknown, type: ColumnType) =>
  value === null || value === undefined ? null : values[type](value);
