import { Help } from "commander";
import { declaredSettings, fileVariables } from "./config.js";
import { defaultText, type Setting } from "./setting.js";

/** Indentation and maximum line length of the descriptions, in characters. */
const column = 16;

const width = 80 - column;

/** Returns what `repute --help` prints below the commands: all environment variables, exit codes and an example. */
export const environmentHelp = (): string => `
Environment variables (default):
${declaredSettings.map(entry).join("\n")}

Variables that name a file with the value of the variable without _FILE:
${indented(fileVariables.join(", "))}

Only serve, migrate and demo migrate an older database.
Exit codes: 0 success, 1 failure, 2 wrong usage, 3 file without rows.
With --json, standard output is one JSON document: the result, or
{"error": {"code", "message", "errors"}}.

Example:
  $ repute account create --key acme --name "Acme Dental"`;

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
