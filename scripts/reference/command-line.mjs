import { createProgram } from "../../apps/server/dist/program.js";
import { code, plain, table } from "./tables.mjs";

const silent = { write: () => true };
const terminal = { env: {}, stdin: process.stdin, stdout: silent, stderr: silent, signals: process };

/** Generates the reference of all commands from the declarations that `--help` prints. */
export async function parts() {
  const commands = leavesOf(await createProgram(terminal));
  const groups = [...new Set(commands.map(groupOf))];
  return {
    index: table(
      ["Task", "Commands"],
      groups.map((group) => [
        group,
        commands
          .filter((one) => groupOf(one) === group)
          .map(linkTo)
          .join(", "),
      ]),
    ),
    commands: commands.map(section).join("\n\n"),
  };
}

const leavesOf = (command) =>
  command.commands.length === 0 ? [command] : command.commands.flatMap((child) => leavesOf(child));

/** Returns the heading of the command's group in `repute --help`. */
const groupOf = (command) => (command.parent.parent ? groupOf(command.parent) : command.helpGroup().replace(":", ""));

const linkTo = (command) => `[${code(nameOf(command).replace("repute ", ""))}](#${slugOf(command)})`;

const nameOf = ({ parent, ...command }) => (parent ? `${nameOf(parent)} ${command._name}` : command._name);

const slugOf = (command) => nameOf(command).replaceAll(" ", "-");

/** Description of the required option `--account`, which the page describes once. */
const keyOfAccount = "Key of the account";

function section(command) {
  const { notes, examples } = helpAfter(command);
  const options = command.options.filter(({ long, description }) => long !== "--json" && description !== keyOfAccount);
  const parts = [
    `### ${nameOf(command)}`,
    sentence([sentence(plain(command.description())), ...notes].join(" ")),
    [...command.registeredArguments.map(argumentLine), ...options.map(optionLine)].join("\n"),
    `\`\`\`sh\n${examples.join("\n")}\n\`\`\``,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

const argumentLine = (argument) =>
  line(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`, argument.required, argument);

const optionLine = (option) => line(option.flags, option.mandatory, option);

/** Describes an argument or option with its choices and its default. */
function line(name, required, { description, argChoices, defaultValue }) {
  const more = [
    argChoices && argChoices.map(code).join(", "),
    defaultValue !== undefined && `default: ${code(defaultValue)}`,
  ].filter(Boolean);
  const text = [plain(description), ...more.map((one) => `(${one})`)].join(" ");
  return `- ${code(name)}${required ? " (required)" : ""}: ${text}`;
}

/** Returns the notes and the examples that `--help` prints below the options. */
function helpAfter(command) {
  let text = "";
  command.emit("afterHelp", { error: false, command, write: (more) => void (text += more) });
  const lines = text.split("\n").map((one) => one.trim());
  const isNote = (one) => one !== "" && !one.startsWith("$ ") && !/^Examples?:$/.test(one);
  return {
    notes: lines.filter(isNote).map(plain),
    examples: lines.filter((one) => one.startsWith("$ ")).map((one) => one.slice(2)),
  };
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
