import type { Setting } from "./setting.js";
import { fileVariable } from "./setting.js";
import * as settings from "./settings.js";
import { mailFrom, smtpUrl } from "./smtp.js";

/** Setting, and the property of the configuration that it fills. */
type Declared = { readonly property: string; readonly setting: Setting<unknown> };

/** All settings in alphabetical order of their variables. */
export const declaredSettings: readonly Declared[] = [
  ...Object.entries(settings),
  ...Object.entries({ smtpUrl, mailFrom }),
]
  .flatMap(([property, setting]) => (isSetting(setting) ? [{ property, setting }] : []))
  .sort((a, b) => (a.setting.variable < b.setting.variable ? -1 : 1));

/** Names of the variables that name files with secrets. */
export const fileVariables: readonly string[] = declaredSettings.flatMap(({ setting: { variable, secret } }) =>
  secret ? [fileVariable(variable)] : [],
);

/** Names of all variables that the server reads. */
export const knownVariables: readonly string[] = [
  ...declaredSettings.map(({ setting }) => setting.variable),
  ...fileVariables,
];

function isSetting(value: unknown): value is Setting<unknown> {
  return typeof value === "object" && value !== null && "variable" in value;
}
