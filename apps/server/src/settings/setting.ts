import { readFileSync } from "node:fs";
import { invalid } from "@repute/domain";

/** Variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable: its name, what has to stand in it, how it is read. */
export type Setting<T> = {
  readonly variable: string;
  readonly expected: string;
  /** Whether the value is a secret: it is never shown, and may be in the file that `<variable>_FILE` names. */
  readonly secret?: true;
  /** `undefined` for a text that is not what was expected. */
  readonly parse: (text: string) => T | undefined;
};

/**
 * What a variable says; `undefined` when it is unset or empty, `invalid_configuration` when it is not understood.
 * The value is never repeated: it may hold a password.
 */
export function setting<T>(env: Environment, wanted: Setting<T>): T | undefined {
  const { variable, expected, parse } = wanted;
  const text = textOf(env, wanted);
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value === undefined) throw invalid("invalid_configuration", `${variable} must be ${expected}`);
  return value;
}

/** Text of a variable, or of the file that names its value; `undefined` if both are unset or empty. */
export function textOf(env: Environment, { variable, secret }: Setting<unknown>): string | undefined {
  const text = env[variable]?.trim() || undefined;
  const file = secret && env[fileVariable(variable)]?.trim();
  if (!file) return text;
  if (text !== undefined) {
    throw invalid("invalid_configuration", `${variable} and ${fileVariable(variable)} must not both be set`);
  }
  return contentOf(file, fileVariable(variable));
}

/** Name of the variable that names the file with a secret. */
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

/** What a variable says, or `otherwise` for one that is unset. */
export const settingOr = <T>(env: Environment, wanted: Setting<T>, otherwise: T): T =>
  setting(env, wanted) ?? otherwise;

/** Reads a whole number from `least` to `most`; `undefined` for anything else. */
export const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
};
