import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import type { Terminal } from "../terminal.js";
import { addAccountCommands } from "./account.js";
import { addAuditCommand } from "./audit.js";
import { addBackupCommands } from "./backup.js";
import { addClientCommands } from "./client.js";
import { addConfigCommands } from "./config.js";
import { addCopyCommand } from "./copy.js";
import { addDemoCommand } from "./demo.js";
import { addEraseCommand } from "./erase.js";
import { addImportAppointmentsCommand } from "./import-appointments.js";
import { addImportCallsCommand } from "./import-calls.js";
import { addImportsCommands } from "./imports.js";
import { addLinkCommand } from "./link.js";
import { addLoadCommand } from "./load.js";
import { addMigrateCommand } from "./migrate.js";
import { addParsePatientSurveyCommand } from "./parse-patient-survey.js";
import { addPatientSurveyCommands } from "./patient-surveys.js";
import { addPurgeCommand } from "./purge-test-submissions.js";
import { addRebuildCommand } from "./rebuild.js";
import { addSealCommand } from "./seal.js";
import { addServeCommand } from "./serve.js";
import { addTokenCommands } from "./token.js";
import { addUserCommands } from "./user.js";
import { fileVariables } from "../settings/declared.js";
import { addWidgetCommands } from "./widget.js";

const addCommands = [
  addServeCommand,
  addDemoCommand,
  addMigrateCommand,
  addConfigCommands,
  addAccountCommands,
  addTokenCommands,
  addClientCommands,
  addAuditCommand,
  addLoadCommand,
  addImportCallsCommand,
  addImportAppointmentsCommand,
  addImportsCommands,
  addParsePatientSurveyCommand,
  addPatientSurveyCommands,
  addLinkCommand,
  addWidgetCommands,
  addUserCommands,
  addEraseCommand,
  addPurgeCommand,
  addRebuildCommand,
  addSealCommand,
  addBackupCommands,
  addCopyCommand,
];

/** The whole command line, on a terminal. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("repute")
    .description("Serve the reputation, marketing attribution and import data of healthcare practices over HTTP.")
    .version(version(), "-V, --version", "Print the version")
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .helpOption("-h, --help", "Show help")
    .helpCommand("help [command]", "Show help for a command")
    .showHelpAfterError("Add --help to see the usage.")
    .exitOverride()
    .addHelpText("after", environmentHelp);
  for (const add of addCommands) add(program, terminal);
  return program;
}

/** From the package, so that there is one place for it. */
function version(): string {
  const { version: found } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as {
    readonly version: string;
  };
  return found;
}

const environmentHelp = `
Environment variables (default):
  DATABASE_URL  Database: sqlite:FILE or postgres://user:password@host/database (sqlite:./data/repute.db)
  MIGRATION_DATABASE_URL
                URL for migrations: the same PostgreSQL database, as the role that owns its tables (DATABASE_URL)
  DATABASE_POOL Maximum PostgreSQL connections of a process, without connections that read lists (8)
  HOST          Address to listen on (127.0.0.1); 0.0.0.0 for all network interfaces
  PORT          Port to listen on (8080)
  BASE_URL      Public URL of the service (http://HOST:PORT)
  TOKEN_KEYS    Keys that sign access tokens, as kid:base64,... (SQLite: generated and kept next to the database)
  ACCESS_TOKEN_SECONDS
                Lifetime of an access token in seconds (300)
  JWK_URL_ALLOW Origins of partner key sets that may be on a private network
  RATE_LIMIT_PER_MINUTE, TOKEN_RATE_LIMIT_PER_MINUTE
                Requests per minute for each credential (1200) and requests for access tokens per minute for each IP address (120);
                0 for no limit
  EMBED_RATE_LIMIT_PER_MINUTE
                Widget requests per minute for each IP address (600); 0 for no limit
  INVITATION_RATE_LIMIT_PER_MINUTE
                Invitation page requests per minute for each IP address (60); 0 for no limit
  TRUST_PROXY   Proxies whose X-Forwarded-For header is trusted (false)
  BULK_SUBMISSIONS
                Maximum number of online submissions per request (1000)
  OAS_EXCLUDED_CODES
                Procedure codes whose patients are not surveyed for OAS CAHPS (the codes that the rules of OAS CAHPS exclude)
  TIME_ZONE     Time zone of the nightly cleanup at 3:00 (UTC)
  IMAGE_DIR     Folder for user images (stored in the database)
  SMTP_URL      Mail server for invitations: smtps://user:password@host (invitations wait in the database)
  MAIL_FROM     Sender of invitations: Acme Dental <no-reply@acme.example>; required with SMTP_URL
  LOG_LEVEL     Minimum level: silent, fatal, error, warn, info, debug or trace (info)
  MAX_LISTS, MAX_LISTS_PER_ACCOUNT
                Maximum number of lists read at the same time in total (32) and per account (half of MAX_LISTS)
  LIST_BYTES_PER_SECOND, LIST_SECONDS
                Minimum download speed of a list in bytes per second (8192), maximum duration of a download in seconds (3600)
  BODY_BYTES    Maximum bytes of request bodies in memory (22020096)
  DRAIN_SECONDS Seconds for running requests to finish at shutdown (30)
  DRAIN_DELAY_SECONDS
                Seconds to keep accepting connections at shutdown, with /readyz at 503 (0)
  TOMBSTONE_DAYS
                Days for which the change feed keeps deletions (90)
  ERROR_ROW_DAYS, AUDIT_DAYS
                Days for which error rows and audit records are kept (forever)
  METRICS       Set to on to serve /metrics (off)
  METRICS_ADDRESS
                host:port of a listener that serves /metrics instead of HOST:PORT

Variables that name a file with the value, instead of the variable without _FILE:
  ${fileVariables.join(", ")}

Only serve, migrate and demo migrate an older database. Exit codes: 0 success, 1 failure, 2 wrong usage, 3 file without rows.
With --json, standard output is one JSON document: the result, or {"error": {"code", "message", "errors"}}.

Example:
  $ repute account create --key acme --name "Acme Dental"`;
