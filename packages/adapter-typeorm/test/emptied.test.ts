import { expect, it } from "@jest/globals";
import { emptied } from "../src/stores/account-store.js";
import { declaredTables, onlyOnSqlite, ownTables, undeclaredTables } from "./own-tables.js";

/** Tables that stay: the audit trail, and the tokens and clients that it names. */
const retained = ["accounts", "audit", "audit_failures", "clients", "credentials", onlyOnSqlite];

it("empties every table with rows of accounts except the audit trail", () => {
  const all = new Set([...ownTables, ...declaredTables.keys(), ...undeclaredTables]);
  const expected = [...all].filter((table) => !retained.includes(table) && table !== "jobs");
  expect([...emptied].sort()).toEqual(expected.sort());
});
