import { readFileSync } from "node:fs";
import { invalid } from "@repute/domain";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Declaration of a setting as an environment variable, without its default. */
type Declaration<T> = {
  readonly variable: string;
  /** Description of the accepted values. Continues the sentence "The variable must be ...". */
  readonly expected: string;
  /** Meaning of the setting in one Markdown sentence, with the unit. */
  readonly summary: string;
  /** Further sentences for the configuration reference, as Markdown. */
  readonly details?: string;
  /**
   * True if the value is a secret.
   * A secret is never shown, and can come from the file that `<variable>_FILE` names.
   */
  readonly secret?: true;
  /** Parses the variable's string. Returns `undefined` if the string is invalid. */
  readonly parse: (text: string) => T | undefined;
};

/** Setting with a default value. */
type Defaulted<T> = Declaration<T> & { readonly default: T };

/** Setting without a fixed default. `unset` describes in Markdown what the server does if the variable is not set. */
type Optional<T> = Declaration<T> & { readonly unset: string };

/** Setting with or without a default. Help, documentation and checks use these declarations. */
export type Setting<T> = Declaration<T> & { readonly default?: T; readonly unset?: string };

/** Declares a setting with a default. */
export const defaulted = <T>(declaration: Defaulted<T>): Defaulted<T> => declaration;

/** Declares a setting without a fixed default. */
export const optional = <T>(declaration: Optional<T>): Optional<T> => declaration;

/** Returns the default as the string that the variable would contain, or null if there is no default. */
export function defaultText({ parse, default: value }: Setting<unknown>): string | null {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null;
  return value === false ? (["false", "off"].find((text) => parse(text) === false) ?? null) : String(value);
}

/**
 * Reads a variable.
 * Returns `undefined` if the variable is unset or empty.
 * Throws `invalid_configuration` if it is invalid.
 * The error omits the value, which may contain a password.
 */
export function setting<T>(env: Environment, wanted: Setting<T>): T | undefined {
  const { variable, expected, parse } = wanted;
  const text = textOf(env, wanted);
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value === undefined) throw invalid("invalid_configuration", `${variable} must be ${expected}`);
  return value;
}

/**
 * Returns the value of a variable.
 * For a secret, the value can be the content of a file.
 * Returns `undefined` if there is no value or an empty value.
 */
export function textOf(env: Environment, { variable, secret }: Setting<unknown>): string | undefined {
  const text = env[variable]?.trim() || undefined;
  const file = secret && env[fileVariable(variable)]?.trim();
  if (!file) return text;
  if (text !== undefined) {
    throw invalid("invalid_configuration", `${variable} and ${fileVariable(variable)} must not both be set`);
  }
  return contentOf(file, fileVariable(variable));
}

/** Returns the name of the environment variable that can contain the path of a file with the secret. */
export const fileVariable = (variable: string): string => `${variable}_FILE`;

function contentOf(file: string, variable: string): string {
  const content = readSecret(file, variable).replace(/\r?\n$/, "");
  if (content === "") throw invalid("invalid_configuration", `${variable} must name a file that is not empty`);
  return content;
}

function readSecret(file: string, variable: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    throw invalid("invalid_configuration", `${variable} must name a file that can be read (${code})`);
  }
}

/** Returns a parser for integers from `min` to `max`. The parser returns `undefined` for other strings. */
export const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : undefined;
};

/** Returns the parser for integers from `min` to `max`, and the description of the accepted values. */
export const integer = (min: number, max: number) => ({
  expected: `an integer from ${min} to ${max}`,
  parse: wholeNumber(min, max),
});

/** Parser for switches, and the description of the accepted values. */
export const onOrOff = {
  expected: "on or off",
  parse: (text: string): boolean | undefined => (text === "on" ? true : text === "off" ? false : undefined),
};
