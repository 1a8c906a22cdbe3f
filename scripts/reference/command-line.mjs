import { createProgram } from "../../apps/server/dist/program.js";
import { code, plain, table } from "./tables.mjs";

const silent = { write: () => true };
const terminal = { env: {}, stdin: process.stdin, stdout: silent, stderr: silent, signals: process };

/** Generates the reference of all commands from the declarations that `--help` prints. */
export function commandLineParts() {
  const commands = leavesOf(createProgram(terminal));
  return {
    index: table(
      ["Command", "Description"],
      commands.map((command) => [`[${code(nameOf(command))}](#${slugOf(command)})`, plain(command.description())]),
    ),
    commands: commands.map(section).join("\n\n"),
  };
}

const leavesOf = (command) =>
  command.commands.length === 0 ? [command] : command.commands.flatMap((child) => leavesOf(child));

const nameOf = ({ parent, ...command }) => (parent ? `${nameOf(parent)} ${command._name}` : command._name);

const slugOf = (command) => nameOf(command).replaceAll(" ", "-");

function section(command) {
  const rows = [...command.registeredArguments.map(argumentRow), ...command.options.map(optionRow)];
  return [
    `### ${nameOf(command)}`,
    sentence(plain(command.description())),
    table(["Argument or option", "Required", "Description", "Choices", "Default"], rows),
    `\`\`\`text\n${helpAfter(command)}\n\`\`\``,
  ].join("\n\n");
}

const argumentRow = (argument) => [
  code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`),
  argument.required ? "yes" : "",
  plain(argument.description),
  choicesOf(argument),
  defaultOf(argument),
];

const optionRow = (option) => [
  code(option.flags),
  option.mandatory ? "yes" : "",
  plain(option.description),
  choicesOf(option),
  defaultOf(option),
];

const choicesOf = ({ argChoices = [] }) => argChoices.map(code).join(", ");

const defaultOf = ({ defaultValue }) => (defaultValue === undefined ? "" : code(defaultValue));

/** Returns the notes that `--help` prints below the options. */
function helpAfter(command) {
  let text = "";
  command.emit("afterHelp", { error: false, command, write: (more) => void (text += more) });
  return text.trim();
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
