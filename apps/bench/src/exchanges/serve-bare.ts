import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Database from "better-sqlite3";
import express from "express";
import type { Job } from "../children/job.js";
import { host } from "../clients/endpoint.js";

const answer = { access_token: "x".repeat(350), token_type: "Bearer", expires_in: 300, scope: "data-sync.read" };

/** Express that commits one row for each form, as durably as the service, and does nothing else; answers the port. */
export const serveBare: Job<{ readonly file: string }, number> = async ({ file }) => {
  const database = new Database(file);
  for (const pragma of ["page_size = 16384", "journal_mode = WAL", "synchronous = FULL"]) database.pragma(pragma);
  database.exec("CREATE TABLE spent (id TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID");
  const insert = database.prepare("INSERT INTO spent VALUES (?, ?)");
  const app = express();
  app.post("/oauth/token", express.urlencoded({ extended: false }), (_request, response) => {
    insert.run(randomUUID(), Date.now());
    response.json(answer);
  });
  const server = app.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};
