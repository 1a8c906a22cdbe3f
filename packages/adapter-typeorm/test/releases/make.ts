import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountId, createDomain } from "@repute/domain";
import { memoryPorts, stillClock } from "@repute/domain/memory";
import Connection from "better-sqlite3";
import { type Database, openDatabase, typeormPorts } from "../../src/index.js";
import { postgresPrograms, throwawayCluster } from "../../src/testing/index.js";
import { temporaryFolder } from "../temporary-folder.js";
import { practice } from "./practice.js";
import { served } from "./served.js";

/** Writes a database dump of a released version for both engines, and the data that it serves. */
async function main([version = ""]: readonly string[]): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("which version is it? 0.1.0, say");
  const folder = join(__dirname, version);
  mkdirSync(folder);
  writeFileSync(join(folder, "sqlite.sql"), await ofFile(folder));
  writeFileSync(join(folder, "postgres.sql"), await ofServer());
}

async function ofFile(folder: string): Promise<string> {
  const { file, url, remove } = temporaryFolder();
  await filled(url, async ({ storage }, account) => {
    writeFileSync(join(folder, "served.json"), `${JSON.stringify(await served(storage, account), null, 2)}\n`);
  });
  const connection = new Connection(file, { readonly: true });
  const dump = dumpOf(connection);
  connection.close();
  remove();
  return dump;
}

/** Returns SQL that creates the tables, inserts their rows, and creates indexes and triggers. */
function dumpOf(connection: Connection.Database): string {
  const parts = connection
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all() as { readonly type: string; readonly name: string; readonly sql: string }[];
  const tables = parts.filter(({ type }) => type === "table");
  const rows = tables.flatMap(({ name }) => {
    const columns = connection.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(name) as string[];
    const values = columns.map((column) => `quote("${column}")`).join(` || ',' || `);
    return connection
      .prepare(`SELECT 'INSERT INTO "${name}" VALUES (' || ${values} || ')' FROM "${name}"`)
      .pluck()
      .all() as string[];
  });
  const pragmas = ["application_id", "page_size"].map(
    (name) => `PRAGMA ${name} = ${String(connection.pragma(name, { simple: true }))}`,
  );
  const definitions = parts.filter(({ type }) => type !== "table").map(({ sql }) => sql);
  return `${[...pragmas, ...tables.map(({ sql }) => sql), ...rows, ...definitions].join(";\n")};\n`;
}

async function ofServer(): Promise<string> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("there is no PostgreSQL here");
  const cluster = await throwawayCluster(programs);
  try {
    await filled(cluster.url, async () => {});
    const options = ["--inserts", "--no-owner", "--no-privileges", cluster.url];
    const dump = execFileSync(join(programs, "pg_dump"), options, { encoding: "utf8" });
    return dump.replace(/^(--.*|\\.*|SET transaction_timeout.*)?\n/gm, "");
  } finally {
    await cluster.remove();
  }
}

/** Creates a database with the practice's data, runs `work`, and closes the database. */
async function filled(url: string, work: (database: Database, account: AccountId) => Promise<void>): Promise<void> {
  const database = await openDatabase({ url, migrate: true, clock: stillClock(), onSuperuser: () => {} });
  try {
    const domain = createDomain({ ...memoryPorts(), ...typeormPorts(database) });
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme Dental", timeZone: "America/Denver" });
    await domain.bundle.load(id, practice);
    await domain.access.createToken(id, { kind: "account-key", name: "nightly" });
    await domain.access.registerClient(id, { name: "Scheduler", jwkUrl: "https://partner.example/jwks.json" });
    await work(database, id);
  } finally {
    await database.close();
  }
}

void main(process.argv.slice(2));
