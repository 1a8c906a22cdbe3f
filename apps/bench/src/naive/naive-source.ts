import Database from "better-sqlite3";
import pg from "pg";
import { DataSource } from "typeorm";
import { naiveRows as entities } from "./rows.js";

const sqlite = "sqlite:";

/** TypeORM on the database that a URL names, set up as its guide says. */
export function naiveSource(url: string): DataSource {
  if (!url.startsWith(sqlite)) return new DataSource({ type: "postgres", driver: pg, url, parseInt8: true, entities });
  return new DataSource({ type: "better-sqlite3", driver: Database, database: url.slice(sqlite.length), entities });
}
