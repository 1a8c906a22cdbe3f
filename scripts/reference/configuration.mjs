import { defaultText } from "../../apps/server/dist/settings/setting.js";
import { settingsByName } from "../../apps/server/dist/settings/config.js";
import { code, plain, table } from "./tables.mjs";

/** Generates the table of all variables that the server reads, in alphabetical order. */
export function parts() {
  const rows = settingsByName.map(row);
  return { variables: table(["Variable", "Value", "Default", "Meaning"], rows) };
}

function row(setting) {
  const { variable, expected, unset, summary, details } = setting;
  const value = defaultText(setting);
  const otherwise = unset ?? (value === null ? "none" : code(value));
  return [code(variable), plain(expected), otherwise, [summary, details].filter(Boolean).join(" ")];
}
