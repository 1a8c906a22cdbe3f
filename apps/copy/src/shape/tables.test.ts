import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { publicLists } from "@repute/domain";
import { commentOf, indexedColumns, listedIndexes } from "../sql/extras.js";
import type { ColumnType } from "./table.js";
import { layoutsOf, tables } from "./tables.js";

type Schema = { readonly type?: string | readonly string[]; readonly format?: string; readonly $ref?: string };
type Operation = {
  readonly responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>;
};

const document = JSON.parse(readFileSync(join(__dirname, "../../../../docs/openapi.json"), "utf8")) as {
  readonly paths: Record<string, { readonly get?: Operation }>;
  readonly components: { readonly schemas: Record<string, { readonly properties: Record<string, Schema> }> };
};

const pathOf: Readonly<Record<string, string>> = {
  "integration-imports/appointments": "integration-imports/{import_id}/appointments",
  "integration-imports/invites": "integration-imports/{import_id}/invites",
  "cahps-parsed-files/warnings": "cahps-parsed-files/{file_id}/warnings",
};

/** Returns the members of a list's items as the API document defines them. */
function membersOf(list: string): Record<string, Schema> | undefined {
  const found =
    document.paths[`/v2/${pathOf[list] ?? list}`]?.get?.responses["200"]?.content["application/json"]?.schema;
  const [, name] = /"items":\{"\$ref":"#\/components\/schemas\/(\w+)"\}/.exec(JSON.stringify(found ?? "")) ?? [];
  return name === undefined ? undefined : document.components.schemas[name]?.properties;
}

const fitting: Readonly<Record<string, readonly ColumnType[]>> = {
  string: ["text", "timestamp", "date"],
  integer: ["integer"],
  number: ["number"],
  boolean: ["boolean"],
  array: ["json"],
  object: ["json"],
};

const described = tables.filter(({ list }) => membersOf(list) !== undefined);

it("every list of the change feed has a table", () => {
  expect(tables.map(({ list }) => list)).toEqual(publicLists);
});

it("the API document defines all lists except the lists that only the change feed has", () => {
  const others = tables.filter((table) => !described.includes(table)).map(({ list }) => list);
  expect(others.sort()).toEqual(["account", "appointments", "campaign-catalog", "spends"]);
});

describe.each(described.map((table) => [table.list, table] as const))("the table of %s", (list, { columns }) => {
  const { _id, _changed_at, ...members } = membersOf(list) ?? {};
  const own = columns.filter(({ derived }) => !derived);

  it("has a column for each documented member, including keys, and no others", () => {
    expect([_id, _changed_at]).not.toContain(undefined);
    expect(own.map(({ member }) => member).sort()).toEqual(Object.keys(members).sort());
  });

  it("has columns with the types of the members", () => {
    for (const { member, type } of own) {
      const { type: declaredType = "object" } = members[member] ?? {};
      const [wanted = ""] = [declaredType].flat().filter((one) => one !== "null");
      expect({ member, type, fits: fitting[wanted]?.includes(type) }).toEqual({ member, type, fits: true });
    }
  });
});

it("every column has a comment", () => {
  const missing = tables.flatMap((table) =>
    layoutsOf(table).flatMap(({ name, columns }) =>
      columns.filter((column) => commentOf(table, name, column) === "").map((column) => `${name}.${column.name}`),
    ),
  );
  expect(missing).toEqual([]);
});

it("every index is on existing tables and columns", () => {
  const layouts = tables.flatMap(layoutsOf);
  for (const { name, columns } of layouts) {
    const names = columns.map((column) => column.name);
    const missing = indexedColumns(name, columns).filter((column) => !names.includes(column));
    expect({ name, missing }).toEqual({ name, missing: [] });
  }
  const names = layouts.map(({ name }) => name);
  expect(Object.keys(listedIndexes).filter((name) => !names.includes(name))).toEqual([]);
});
