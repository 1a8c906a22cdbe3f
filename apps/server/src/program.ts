import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { screenOf, type Terminal } from "./terminal/terminal.js";

type AddCommands = (program: Command, terminal: Terminal) => void;

/**
 * Commands in the order of `repute --help`, by group and name.
 * They are loaded on demand, because loading all of them takes longer than most commands.
 */
const groups: Readonly<Record<string, Readonly<Record<string, () => Promise<AddCommands>>>>> = {
  "Serve:": {
    serve: async () => (await import("./commands/serving.js")).addServeCommand,
    demo: async () => (await import("./commands/demo.js")).addDemoCommand,
    migrate: async () => (await import("./commands/serving.js")).addMigrateCommand,
    config: async () => (await import("./commands/serving.js")).addConfigCommands,
    doctor: async () => (await import("./commands/doctor.js")).addDoctorCommand,
  },
  "Accounts and tokens:": {
    status: async () => (await import("./commands/status.js")).addStatusCommand,
    expect: async () => (await import("./commands/status.js")).addExpectCommand,
    account: async () => (await import("./commands/access.js")).addAccountCommands,
    token: async () => (await import("./commands/access.js")).addTokenCommands,
    client: async () => (await import("./commands/access.js")).addClientCommands,
    audit: async () => (await import("./commands/audit.js")).addAuditCommand,
  },
  "Load data:": {
    loads: async () => (await import("./commands/loads.js")).addLoadsCommands,
    watch: async () => (await import("./commands/watch.js")).addWatchCommand,
    load: async () => (await import("./commands/load.js")).addLoadCommand,
    "import-calls": async () => (await import("./commands/load.js")).addImportCallsCommand,
    "import-reviews": async () => (await import("./commands/load.js")).addImportReviewsCommand,
    tracker: async () => (await import("./commands/trackers.js")).addTrackerCommands,
    "call-imports": async () => (await import("./commands/call-imports.js")).addCallImportsCommands,
    "import-appointments": async () => (await import("./commands/appointment-imports.js")).addImportAppointmentsCommand,
    imports: async () => (await import("./commands/appointment-imports.js")).addImportsCommands,
    "parse-patient-survey": async () => (await import("./commands/patient-files.js")).addParsePatientSurveyCommand,
    "patient-surveys": async () => (await import("./commands/patient-files.js")).addPatientSurveyCommands,
  },
  "Campaigns, website and users:": {
    campaigns: async () => (await import("./commands/website.js")).addCampaignCommands,
    link: async () => (await import("./commands/website.js")).addLinkCommand,
    widget: async () => (await import("./commands/website.js")).addWidgetCommands,
    notification: async () => (await import("./commands/notifications.js")).addNotificationCommands,
    user: async () => (await import("./commands/users.js")).addUserCommands,
  },
  "Webhooks:": {
    webhook: async () => (await import("./commands/webhooks.js")).addWebhookCommands,
  },
  "Copy data:": {
    copy: async () => {
      const { addCopy } = await import("@repute/copy");
      return (program, terminal) => void addCopy(program.command("copy"), "repute copy", terminal);
    },
    "expire-cursors": async () => (await import("./commands/maintenance.js")).addExpireCursorsCommand,
  },
  "Maintenance:": {
    person: async () => (await import("./commands/erase.js")).addPersonCommand,
    erase: async () => (await import("./commands/erase.js")).addEraseCommand,
    "purge-test-submissions": async () => (await import("./commands/maintenance.js")).addPurgeCommand,
    rebuild: async () => (await import("./commands/maintenance.js")).addRebuildCommand,
    seal: async () => (await import("./commands/maintenance.js")).addSealCommand,
    backup: async () => (await import("./commands/maintenance.js")).addBackupCommand,
    verify: async () => (await import("./commands/maintenance.js")).addVerifyCommand,
    move: async () => (await import("./commands/move.js")).addMoveCommand,
    restore: async () => (await import("./commands/maintenance.js")).addRestoreCommand,
  },
  "Help:": {
    completion: async () => (await import("./commands/completion.js")).addCompletionCommand,
  },
};

/** Maximum line length of help, in characters. */
const helpWidth = 80;

/**
 * Creates the command line program.
 * If `word`, the first argument, names a command, the program has only this command. With `--version`, it has none.
 */
export async function createProgram(terminal: Terminal, word = ""): Promise<Command> {
  const isKnown =
    word === "-V" || word === "--version" || Object.values(groups).some((one) => Object.hasOwn(one, word));
  // A completion script and the help after an unknown command contain all commands.
  const hasAll = !isKnown || word === "completion";
  const program = new Command("repute")
    .description("Serve the reputation, marketing attribution and import data of healthcare practices over HTTP.")
    .version(version(), "-V, --version", "Print the version")
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error:/, screenOf(terminal.stderr, terminal.env).red)),
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .configureHelp({ subcommandTerm: (command) => command.name(), minWidthToWrap: 20 })
    .helpOption("-h, --help", "Show help")
    .addHelpCommand(new Command("help").argument("[command]").description("Show help for a command").helpGroup("Help:"))
    .showHelpAfterError("Add --help to see the usage.")
    .exitOverride();
  for (const [title, commands] of Object.entries(groups)) {
    program.commandsGroup(title);
    for (const [name, load] of Object.entries(commands)) if (hasAll || name === word) (await load())(program, terminal);
  }
  if (hasAll) program.addHelpText("after", (await import("./settings/settings-help.js")).environmentHelp());
  return program;
}

/** Reads this program's version from package.json. */
function version(): string {
  const { version: found } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8")) as {
    readonly version: string;
  };
  return found;
}
