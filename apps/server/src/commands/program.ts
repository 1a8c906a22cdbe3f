import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import type { Terminal } from "../terminal.js";
import { addAccountCommands } from "./account.js";
import { addAuditCommand } from "./audit.js";
import { addBackupCommands } from "./backup.js";
import { addClientCommands } from "./client.js";
import { addCopyCommand } from "./copy.js";
import { addDemoCommand } from "./demo.js";
import { addEraseCommand } from "./erase.js";
import { addImportAppointmentsCommand } from "./import-appointments.js";
import { addImportCallsCommand } from "./import-calls.js";
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
import { addWidgetCommands } from "./widget.js";

const addCommands = [
  addServeCommand,
  addDemoCommand,
  addMigrateCommand,
  addAccountCommands,
  addTokenCommands,
  addClientCommands,
  addAuditCommand,
  addLoadCommand,
  addImportCallsCommand,
  addImportAppointmentsCommand,
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
    .description("Reputation, marketing-attribution and integration-import data of healthcare practices over HTTP.")
    .version(version(), "-V, --version", "print the version")
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .showHelpAfterError("(add --help for how to use it)")
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
Environment:
  DATABASE_URL  the database (sqlite:./data/repute.db), or postgres://user:password@host/database
  MIGRATION_DATABASE_URL
                the same PostgreSQL database as the role that owns its tables (DATABASE_URL)
  DATABASE_POOL how many connections to PostgreSQL a process uses, lists not counted (8)
  HOST          the address to listen on (127.0.0.1); 0.0.0.0 for every network
  PORT          the port to listen on (8080)
  BASE_URL      the service's address as its users see it (http://HOST:PORT)
  TOKEN_KEYS    keys that sign access tokens, kid:base64,...; kept beside an embedded database when unset
  ACCESS_TOKEN_SECONDS
                for how long an access token is good (300)
  JWK_URL_ALLOW origins of partners' keys that need not be public
  RATE_LIMIT_PER_MINUTE, TOKEN_RATE_LIMIT_PER_MINUTE
                how often a credential may ask (1200), a client for tokens (120); 0 is no limit
  EMBED_RATE_LIMIT_PER_MINUTE
                how often an address may ask what widgets show (600); 0 is no limit
  INVITATION_RATE_LIMIT_PER_MINUTE
                how often an address may open the page of an invitation (60)
  TRUST_PROXY   which proxies are believed about addresses (false)
  BULK_SUBMISSIONS
                how many online submissions a request may bring (1000)
  OAS_EXCLUDED_CODES
                procedure codes about which no patients are surveyed (those of the survey)
  TIME_ZONE     in whose nights, at 3:00, the server cleans up (UTC)
  IMAGE_DIR     the folder for images of users (the database)
  SMTP_URL      mails invitations of users: smtps://user:password@host (they wait in the database)
  MAIL_FROM     from whom: Acme Dental <no-reply@acme.example>; required with SMTP_URL
  LOG_LEVEL     silent, fatal, error, warn, info, debug or trace (info)
  MAX_LISTS, MAX_LISTS_PER_ACCOUNT
                how many lists are read at the same time (32), for one account (half)
  LIST_BYTES_PER_SECOND, LIST_SECONDS
                minimum speed of a client (8192), maximum duration of a list (3600)
  BODY_BYTES    bytes of request bodies held in memory (22020096)
  DRAIN_SECONDS how long running responses may go on at the stop (30)
  METRICS       on serves /metrics (off)

A command that uses the database brings it up to date first. Exit codes: 0 success, 1 failure, 2 wrong usage.
With --json standard output holds one JSON document: the result, or {"error": {"code", "message", "errors"}}.

Example:
  $ repute account create --key acme --name "Acme Dental"`;
