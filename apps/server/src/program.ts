import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addCopy } from "@repute/copy";
import { Argument, Command, Help } from "commander";
import { addAccountCommands, addClientCommands, addTokenCommands } from "./commands/access.js";
import { addImportAppointmentsCommand, addImportsCommands } from "./commands/appointment-imports.js";
import { addAuditCommand } from "./commands/audit.js";
import { addCallImportsCommands } from "./commands/call-imports.js";
import { addCommand } from "./commands/command.js";
import { addEraseCommand, addPersonCommand } from "./commands/erase.js";
import { addImportCallsCommand, addLoadCommand } from "./commands/load.js";
import {
  addBackupCommands,
  addExpireCursorsCommand,
  addPurgeCommand,
  addRebuildCommand,
  addSealCommand,
} from "./commands/maintenance.js";
import { addParsePatientSurveyCommand, addPatientSurveyCommands } from "./commands/patient-files.js";
import { addConfigCommands, addDemoCommand, addMigrateCommand, addServeCommand } from "./commands/serving.js";
import { addUserCommands } from "./commands/users.js";
import { addCampaignCommands, addLinkCommand, addWidgetCommands } from "./commands/website.js";
import { declaredSettings, fileVariables } from "./settings/config.js";
import { defaultText, type Setting } from "./settings/setting.js";
import { screenOf, type Terminal } from "./terminal/terminal.js";

type AddCommands = (program: Command, terminal: Terminal) => void;

/** Commands in the order of `repute --help`, by group. */
const groups: Readonly<Record<string, readonly AddCommands[]>> = {
  "Serve:": [addServeCommand, addDemoCommand, addMigrateCommand, addConfigCommands],
  "Accounts and tokens:": [addAccountCommands, addTokenCommands, addClientCommands, addAuditCommand],
  "Load data:": [
    addLoadCommand,
    addImportCallsCommand,
    addCallImportsCommands,
    addImportAppointmentsCommand,
    addImportsCommands,
    addParsePatientSurveyCommand,
    addPatientSurveyCommands,
  ],
  "Campaigns, website and users:": [addCampaignCommands, addLinkCommand, addWidgetCommands, addUserCommands],
  "Copy data:": [addCopyCommand, addExpireCursorsCommand],
  "Maintenance:": [
    addPersonCommand,
    addEraseCommand,
    addPurgeCommand,
    addRebuildCommand,
    addSealCommand,
    addBackupCommands,
  ],
  "Help:": [addCompletionCommand],
};

/** Maximum line length of help, in characters. */
const helpWidth = 80;

/** Creates the command line program with all commands. */
export function createProgram(terminal: Terminal): Command {
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
    .exitOverride()
    .addHelpText("after", environmentHelp);
  for (const [title, addCommands] of Object.entries(groups)) {
    program.commandsGroup(title);
    for (const add of addCommands) add(program, terminal);
  }
  return program;
}

/** Reads this program's version from package.json. */
function version(): string {
  const { version: found } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8")) as {
    readonly version: string;
  };
  return found;
}

/** Adds the `copy` command, which needs neither this server nor its database. */
function addCopyCommand(program: Command, terminal: Terminal): void {
  addCopy(program.command("copy"), "repute copy", terminal);
}

/** Indentation and maximum line length of the descriptions, in characters. */
const column = 16;

const width = 80 - column;

/** Lists all environment variables for `repute --help`. */
const settingsHelp = (): string => `
Environment variables (default):
${declaredSettings.map(entry).join("\n")}

Variables that name a file with the value of the variable without _FILE:
${indented(fileVariables.join(", "))}`;

const indented = (text: string): string => new Help().boxWrap(text, 76).replace(/^/gm, "  ");

function entry(setting: Setting<unknown>): string {
  const { variable, summary, expected, unset } = setting;
  const otherwise = defaultText(setting) ?? unset ?? "none";
  const text = `${summary.replace(/\.$/, "")}: ${expected} (${otherwise})`.replaceAll("`", "");
  const lines = new Help().boxWrap(text, width).split("\n");
  const name = `  ${variable}`;
  const head = name.length < column ? [name.padEnd(column) + lines.shift()] : [name];
  return [...head, ...lines.map((line) => " ".repeat(column) + line)].join("\n");
}

const environmentHelp = `${settingsHelp()}

Only serve, migrate and demo migrate an older database.
Exit codes: 0 success, 1 failure, 2 wrong usage, 3 file without rows.
With --json, standard output is one JSON document: the result, or
{"error": {"code", "message", "errors"}}.

Example:
  $ repute account create --key acme --name "Acme Dental"`;

function addCompletionCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "completion", "Print a script that completes commands and options in a shell", [
    "repute completion bash > /etc/bash_completion.d/repute",
    'repute completion zsh > "${fpath[1]}/_repute"',
    "repute completion fish > ~/.config/fish/completions/repute.fish",
  ])
    .addArgument(new Argument("<shell>", "Shell").choices(Object.keys(scripts)))
    .action((shell: Shell, { json }: { readonly json?: true }) => {
      const script = scripts[shell](program);
      terminal.stdout.write(json ? `${JSON.stringify({ shell, script })}\n` : script);
    });
}

/** Command with the names that lead to it, such as `["account", "create"]`. The program itself has no names. */
type Place = { readonly names: readonly string[]; readonly command: Command };

const placesOf = (command: Command, names: readonly string[] = []): readonly Place[] => [
  { names, command },
  ...command.commands.flatMap((one) => placesOf(one, [...names, one.name()])),
];

type Word = { readonly word: string; readonly description: string };

const commandsOf = ({ commands }: Command): readonly Word[] =>
  commands.map((one) => ({ word: one.name(), description: one.description() }));

const optionsOf = ({ options }: Command): readonly Word[] => [
  ...options.flatMap(({ long, description }) => (long ? [{ word: long, description }] : [])),
  { word: "--help", description: "Show help" },
];

/** Values that an argument of a command can have, if there is a fixed set. */
const argumentValues = ({ registeredArguments }: Command): readonly string[] =>
  registeredArguments.flatMap(({ argChoices = [] }) => argChoices);

/** Options of a command that have a fixed set of values. */
const choicesOf = ({ options }: Command): readonly { readonly long: string; readonly values: readonly string[] }[] =>
  options.flatMap(({ long, argChoices }) => (long && argChoices ? [{ long, values: argChoices }] : []));

/** Returns the completion script for bash. It completes commands, options and their values, and otherwise file names. */
function bashScript(program: Command): string {
  const places = placesOf(program);
  const path = ({ names }: Place) => `"${names.map((name) => ` ${name}`).join("")}"`;
  const words = ({ command }: Place) =>
    [...[...commandsOf(command), ...optionsOf(command)].map(({ word }) => word), ...argumentValues(command)].join(" ");
  const choices = (one: Place) =>
    choicesOf(one.command).map(({ long, values }) => `    ${path(one)}" ${long}") words="${values.join(" ")}" ;;`);
  return `_repute() {
  local place="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place $word" in
      ${places.slice(1).map(path).join("|")}) place="$place $word" ;;
    esac
  done
  case "$place" in
${places.map((one) => `    ${path(one)}) words="${words(one)}" ;;`).join("\n")}
  esac
  case "$place \${COMP_WORDS[COMP_CWORD-1]}" in
${places.flatMap(choices).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _repute repute
`;
}

/** Returns the completion script for zsh, which runs the script for bash. */
const zshScript = (program: Command): string => `#compdef repute
autoload -U +X bashcompinit && bashcompinit
${bashScript(program)}`;

/** Returns the completion script for fish, which also shows descriptions. */
function fishScript(program: Command): string {
  const lines = placesOf(program).flatMap(({ names, command }) => {
    const condition = [
      ...names.map((name) => `__fish_seen_subcommand_from ${name}`),
      ...(command.commands.length > 0
        ? [`not __fish_seen_subcommand_from ${command.commands.map((one) => one.name()).join(" ")}`]
        : []),
    ].join("; and ");
    const values = new Map(choicesOf(command).map((one) => [one.long, one.values.join(" ")]));
    const complete = ({ word, description }: Word) => {
      const value = values.has(word) ? ` -x -a '${values.get(word)}'` : "";
      const what = word.startsWith("--") ? `-l ${word.slice(2)}${value}` : `-f -a ${word}`;
      return `complete -c repute -n '${condition}' ${what} -d '${description.replaceAll("'", "\\'")}'`;
    };
    const forArguments = argumentValues(command).map((word) => ({ word, description: "" }));
    return [...commandsOf(command), ...optionsOf(command), ...forArguments].map(complete);
  });
  return `${lines.join("\n")}\n`;
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

type Shell = keyof typeof scripts;
