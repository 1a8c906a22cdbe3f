import { accessSettings } from "./access-settings.js";
import { databaseSettings } from "./database-settings.js";
import { limitSettings } from "./limit-settings.js";
import { serverSettings } from "./server-settings.js";
import { type Environment, fileVariable, type Setting, setting } from "./setting.js";

/** All settings by configuration property, in the order of `--help`. */
const settings = { ...databaseSettings, ...serverSettings, ...accessSettings, ...limitSettings };

type Settings = typeof settings;

/** Type of a setting's value. */
type Value<S extends Setting<unknown>> = NonNullable<ReturnType<S["parse"]>>;

type WithDefault = {
  [P in keyof Settings]: Settings[P] extends { readonly default: unknown } ? P : never;
}[keyof Settings];

/** Values of all settings. A setting without a default is absent if its variable is unset. */
export type SettingValues = { readonly [P in WithDefault]: Value<Settings[P]> } & {
  readonly [P in Exclude<keyof Settings, WithDefault>]?: Value<Settings[P]>;
};

/** All settings in the order of `--help`. */
export const declaredSettings: readonly Setting<unknown>[] = Object.values(settings);

/** All settings in alphabetical order of their variables. */
export const settingsByName: readonly Setting<unknown>[] = [...declaredSettings].sort((a, b) =>
  a.variable < b.variable ? -1 : 1,
);

/** Names of the environment variables that can contain the path of a file with a secret, in alphabetical order. */
export const fileVariables: readonly string[] = settingsByName.flatMap(({ variable, secret }) =>
  secret ? [fileVariable(variable)] : [],
);

/** Names of all variables that the server reads, in alphabetical order. */
export const knownVariables: readonly string[] = [...settingsByName.map(({ variable }) => variable), ...fileVariables];

/** Reads all settings. Throws `invalid_configuration` for the first invalid variable. */
export function readSettings(env: Environment): SettingValues {
  const values = Object.entries<Setting<unknown>>(settings)
    .map(([property, wanted]) => [property, setting(env, wanted) ?? wanted.default] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(values) as SettingValues;
}
