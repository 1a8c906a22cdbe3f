import type { Command } from "commander";
import { migrateDatabase } from "../compose.js";
import { readConfig } from "../config.js";
import { refuseLostDatabase } from "../lost-database.js";
import { print } from "../output.js";
import type { Terminal } from "../terminal.js";
import { addCommand, createDescription, type CreateOption, type JsonOption } from "./command.js";

export function addMigrateCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "migrate", "Migrate the database to the current schema, or create the database", [
    "repute migrate",
    "DATABASE_URL=sqlite:/var/lib/repute/repute.db repute migrate --json",
  ])
    .option("--create", createDescription)
    .action(async ({ create, json }: JsonOption & CreateOption) => {
      const config = readConfig(terminal.env);
      if (!create) await refuseLostDatabase(config, "repute migrate --create");
      const applied = await migrateDatabase(config);
      const text =
        applied.length === 0 ? "The database is up to date." : applied.map((name) => `Applied ${name}`).join("\n");
      print(terminal, { json: { applied }, text }, json);
    });
}
