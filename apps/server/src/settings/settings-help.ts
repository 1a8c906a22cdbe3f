import { Help } from "commander";
import { defaultText, type Setting } from "./setting.js";
import { declaredSettings, fileVariables } from "./settings.js";

/** Indentation and maximum line length of the descriptions, in characters. */
const column = 16;
const width = 80 - column;

/** Lists all environment variables for `repute --help`. */
export const settingsHelp = (): string => `
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
