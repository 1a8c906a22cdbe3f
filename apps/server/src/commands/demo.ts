import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { systemClock } from "@repute/adapter-typeorm";
import {
  demoAccount,
  demoCredentials,
  demoGuide,
  demoLinks,
  demoWidget,
  type LoadView,
  practice,
  withDemoForm,
  withDemoOverview,
  withDemoWidget,
} from "@repute/demo";
import { DomainError, type Instant, type InvitationMailer, isDomainError, localDate } from "@repute/domain";
import type { Command } from "commander";
import { type Prepare, serve } from "../serve.js";
import { type Config, readConfig } from "../settings/config.js";
import { print, showProgress } from "../terminal/output.js";
import { printable, type Terminal, type TextStream } from "../terminal/terminal.js";
import { addCommand, type JsonOption } from "./command.js";
import { portOption } from "./option-values.js";

type DemoOptions = JsonOption & { readonly data: string; readonly port?: string };

const seed = 20_260_301;
const counts = {
  reviews: 20_000,
  invites: 20_000,
  npsSurveys: 4_000,
  responses: 5_000,
  calls: 3_000,
  submissions: 1_000,
};

export function addDemoCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "demo", "Serve a fictional practice from a separate database, and print sample requests", [
    "repute demo",
    "repute demo --data my-demo --port 9000",
  ])
    .option("--data <folder>", "Folder for demo.db and demo-credentials.json", "./data")
    .option("--port <port>", "Port to listen on (default: PORT, or 8080)", portOption)
    .action(async (options: DemoOptions) => {
      await mkdir(options.data, { recursive: true });
      await serveDemo(terminal, options).catch((error: unknown) => {
        throw withWayOut(error, databaseFile(options.data));
      });
    });
}

function serveDemo(terminal: Terminal, { data, port, json }: DemoOptions): Promise<void> {
  let traveled: Instant | undefined;
  const clock = () => traveled ?? systemClock();
  const prepare: Prepare = async ({ domain, app, report }, baseUrl) => {
    const day = localDate(systemClock(), practice.timeZone);
    const account = await demoAccount(
      domain,
      { seed, day, ...counts },
      loadView(terminal.stderr),
      (to) => (traveled = to),
    );
    const credentials = await demoCredentials(domain, account, join(data, "demo-credentials.json"));
    const guide = await demoGuide(domain, account, credentials, baseUrl);
    const widget = await demoWidget(domain, account);
    const by = await domain.access.authenticate("submissions", credentials["web-forms"]);
    return {
      app: withDemoOverview(
        withDemoWidget(withDemoForm(app, domain, { by, baseUrl, report }), widget),
        credentials.office,
      ),
      announce: () => print(terminal, guide, json),
    };
  };
  const invitationMailer = printedInvitations(json ? terminal.stderr : terminal.stdout);
  return serve(demoConfig(terminal, data, port), terminal, prepare, {
    replace: { clock, invitationMailer },
    startLinks: demoLinks,
  });
}

const loadView = (stream: TextStream): LoadView => ({
  begin(message) {
    stream.write(`${message}\n`);
    const { show, end } = showProgress(stream, "lines");
    return { show: (loaded) => show({ phase: "storing", ...loaded }), end };
  },
});

const databaseFile = (data: string): string => join(data, "demo.db");

const unusable = ["database_too_new", "database_unreleased", "database_not_ours", "not_a_database"];

/** Adds instructions for starting over to errors about an unusable database, because the demo can generate new data. */
function withWayOut(error: unknown, file: string): unknown {
  if (!isDomainError(error) || !unusable.includes(error.code)) return error;
  const wayOut = `to start over, delete ${file} and all files in the same folder whose names begin with ${basename(file)}`;
  return new DomainError(error.kind, error.code, `${error.message}; ${wayOut}`, { cause: error.cause });
}

/**
 * Configuration of the demo.
 * By default, only faults are logged, because request logs would hide the printed instructions.
 */
const demoConfig = ({ env }: Terminal, data: string, port: string | undefined): Config =>
  readConfig({
    ...env,
    LOG_LEVEL: env["LOG_LEVEL"] || "warn",
    DATABASE_URL_FILE: undefined,
    DATABASE_URL: `sqlite:${databaseFile(data)}`,
    ...(port !== undefined && { PORT: port }),
  });

/** Prints the link of an invitation instead of mailing it. The recipient is not printed. */
const printedInvitations = (stream: TextStream): InvitationMailer => ({
  async send({ practice, link }) {
    stream.write(`\n  Invitation to ${printable(practice)}. Set the password here:\n\n${link}\n\n`);
  },
});
