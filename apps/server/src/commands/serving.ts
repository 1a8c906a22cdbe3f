import { databaseName } from "@repute/adapter-typeorm";
import { invalid, isDomainError, type Problem } from "@repute/domain";
import type { Command } from "commander";
import { migrateDatabase, tryOpening } from "../open-domain.js";
import { checkKeys } from "../keys.js";
import { isPostgresUrl } from "../settings/address.js";
import { type Config, readConfig, settingsByName, unknownLine, unknownVariables } from "../settings/config.js";
import { defaultText, type Environment, type Setting, setting, textOf } from "../settings/setting.js";
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
    const { settings, errors, warnings } = await checkConfig(terminal.env);
    const unknown = unknownVariables(terminal.env);
    const rows = settings.map(({ variable, value, source }) => [variable, value ?? "", source]);
    const lines = [...unknown.map(unknownLine), ...warnings.map((warning) => `warning: ${warning}`)];
    const text = [table(["variable", "value", "source"], rows), ...lines];
    if (errors.length === 0 || !json) print(terminal, { json: { settings, unknown, warnings }, text }, json);
    if (errors.length > 0) {
      throw invalid("invalid_configuration", errors.map(({ message }) => message).join("; "), errors);
    }
  });
}

/** Effective value of a setting, or null if the setting has no value. */
type EffectiveSetting = {
  readonly variable: string;
  readonly value: string | null;
  readonly source: "default" | "environment" | "file" | "invalid";
};

type CheckedConfig = {
  readonly settings: readonly EffectiveSetting[];
  readonly errors: readonly Problem[];
  readonly warnings: readonly string[];
};

/** Reads every setting and collects all errors. With PostgreSQL, also checks the role of the server. */
async function checkConfig(env: Environment): Promise<CheckedConfig> {
  const errors: Problem[] = [];
  const warnings: string[] = [];
  const settings = settingsByName.map((wanted): EffectiveSetting => {
    const { variable } = wanted;
    const problem = problemOf(variable, () => setting(env, wanted));
    if (problem) errors.push(problem);
    if (problem) return { variable, value: null, source: "invalid" };
    const text = textOf(env, wanted);
    if (text === undefined) return { variable, value: shown(wanted, defaultText(wanted)), source: "default" };
    return { variable, value: shown(wanted, text), source: env[variable]?.trim() ? "environment" : "file" };
  });
  const whole = errors.length === 0 ? problemOf(undefined, () => checkKeys(readConfig(env))) : undefined;
  if (whole) errors.push(whole);
  if (errors.length === 0) await checkRole(readConfig(env), (warning) => warnings.push(warning)).catch(noteFault);
  return { settings, errors, warnings };

  function noteFault(error: unknown): void {
    if (!isDomainError(error)) throw error;
    if (error.code === "database_role_unprotected") errors.push({ key: "DATABASE_URL", message: error.message });
    else warnings.push(`the role in the database URL was not checked: ${error.message}`);
  }
}

async function checkRole(config: Config, warn: (warning: string) => void): Promise<void> {
  if (isPostgresUrl(config.databaseUrl)) await tryOpening(config, warn);
}

function problemOf(variable: string | undefined, read: () => unknown): Problem | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { ...(variable !== undefined && { key: variable }), message: error.message };
  }
}

/** Returns a setting's value for display. Hides secrets, and removes the user and password from a database URL. */
function shown({ variable, secret }: Setting<unknown>, text: string | null): string | null {
  if (!secret || text === null) return text;
  return variable.endsWith("DATABASE_URL") ? databaseName(text) : "(hidden)";
}
