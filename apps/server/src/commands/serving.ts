import { invalid, isDomainError, type Problem } from "@repute/domain";
import type { Command } from "commander";
import { migrateDatabase, withDatabase } from "../open-domain.js";
import { isPostgresUrl } from "../settings/address.js";
import { checkConfig } from "../settings/check-config.js";
import { type Config, readConfig, unknownLine } from "../settings/config.js";
import { print, table } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import {
  addCommand,
  createDescription,
  type CreateOption,
  type JsonOption,
  refuseLostDatabase,
  warningsOn,
} from "./command.js";

export function addServeCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "serve", "Migrate the database, then serve it over HTTP until SIGTERM or SIGINT", [
    "repute serve",
    "HOST=0.0.0.0 PORT=80 DATABASE_URL=sqlite:/var/lib/repute/repute.db repute serve",
  ])
    .option("--create", createDescription)
    .addHelpText("after", "\nThe environment variables are listed in: repute --help")
    .action(async ({ create }: CreateOption) => {
      const config = readConfig(terminal.env);
      if (!create) await refuseLostDatabase(config, "repute serve --create");
      const { serve } = await import("../serve.js");
      await serve(config, terminal);
    });
}

export function addMigrateCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "migrate", "Migrate the database to the current schema, or create the database", [
    "repute migrate",
    "DATABASE_URL=sqlite:/var/lib/repute/repute.db repute migrate --json",
  ])
    .option("--create", createDescription)
    .action(async ({ create, json }: JsonOption & CreateOption) => {
      const config = readConfig(terminal.env);
      if (!create) await refuseLostDatabase(config, "repute migrate --create");
      const applied = await migrateDatabase(config, warningsOn(terminal));
      const text =
        applied.length === 0 ? "The database is up to date." : applied.map((name) => `Applied ${name}`).join("\n");
      print(terminal, { json: { applied }, text }, json);
    });
}

export function addConfigCommands(program: Command, terminal: Terminal): void {
  const config = program.command("config").description("Check the configuration");
  addCommand(config, "check", "Check all settings, and print each setting with its source (secrets are hidden)", [
    "repute config check",
    "repute config check --json",
  ]).action(async ({ json }: JsonOption) => {
    const { settings, errors, unknown } = checkConfig(terminal.env);
    const warnings: string[] = [];
    if (errors.length === 0) await checkRole(readConfig(terminal.env), { errors, warnings });
    const rows = settings.map(({ variable, value, source }) => [variable, value ?? "", source]);
    const lines = [...unknown.map(unknownLine), ...warnings.map((warning) => `warning: ${warning}`)];
    const text = [table(["variable", "value", "source"], rows), ...lines];
    if (errors.length === 0 || !json) print(terminal, { json: { settings, unknown, warnings }, text }, json);
    if (errors.length > 0) {
      throw invalid("invalid_configuration", errors.map(({ message }) => message).join("; "), errors);
    }
  });
}

/** With PostgreSQL, connects to the database and checks the role of the server. */
async function checkRole(config: Config, { errors, warnings }: { errors: Problem[]; warnings: string[] }) {
  if (!isPostgresUrl(config.databaseUrl)) return;
  try {
    await withDatabase(config, (warning) => warnings.push(warning));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    if (error.code === "database_role_unprotected") errors.push({ key: "DATABASE_URL", message: error.message });
    else warnings.push(`the role in the database URL was not checked: ${error.message}`);
  }
}
