import type { EntitySchemaColumnOptions } from "typeorm";

/** A row of one account's own: an item as it is, or with some members as `Stored` keeps them. */
export type RowOf<Item, Stored = unknown> = AccountRow & Omit<Item, keyof Stored> & Stored;
export type AccountRow = { readonly accountId: number };

/** The first column of every key of an account's own tables. */
export const accountId = { name: "account_id", type: Number, primary: true } satisfies EntitySchemaColumnOptions;

/** Whole numbers: ids, amounts in cents, and instants as epoch milliseconds. */
export const integer = (name: string) => ({ name, type: Number }) satisfies EntitySchemaColumnOptions;
export const text = (name: string) => ({ name, type: String }) satisfies EntitySchemaColumnOptions;
export const flag = (name: string) => ({ name, type: Boolean }) satisfies EntitySchemaColumnOptions;
export const real = (name: string) => ({ name, type: "double precision" as const }) satisfies EntitySchemaColumnOptions;

/** The same column, where `null` is unknown. */
export const nullable = <C extends EntitySchemaColumnOptions>(column: C) => ({ ...column, nullable: true });

/** The same column as part of the primary key. */
export const key = <C extends EntitySchemaColumnOptions>(column: C) => ({ ...column, primary: true });
