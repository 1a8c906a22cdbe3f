import { randomUUID } from "node:crypto";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";
import { ofAccount } from "./foreign-keys.js";

/** Adds catalog versions. The version of an account's catalog is read together with a credential. */
export class CatalogVersions1780000210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(versions(dialectOf(runner.dataSource)));
    const accounts = (await runner.query("SELECT id FROM accounts")) as readonly { readonly id: number | string }[];
    for (const { id } of accounts) {
      await runner.query(
        `INSERT INTO catalog_versions (account_id, version) VALUES (${Number(id)}, '${randomUUID()}')`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE catalog_versions");
  }
}

const versions = ({ types: { integer, text }, clustered }: Dialect): string =>
  `CREATE TABLE catalog_versions (
    account_id ${integer} PRIMARY KEY NOT NULL,
    version ${text} NOT NULL,
    ${ofAccount}
  )${clustered}`;
