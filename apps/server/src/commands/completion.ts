import { Argument, type Command } from "commander";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand } from "./command.js";

export function addCompletionCommand(program: Command, terminal: Terminal): void {
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
