import { invalid } from "@repute/domain";

/** Variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable: its name, what has to stand in it, how it is read. */
export type Setting<T> = {
  readonly variable: string;
  readonly expected: string;
  /** `undefined` for a text that is not what was expected. */
  readonly parse: (text: string) => T | undefined;
};

/**
 * What a variable says; `undefined` when it is unset or empty, `invalid_configuration` when it is not understood.
 * The value is never repeated: it may hold a password.
 */
export function setting<T>(env: Environment, { variable, expected, parse }: Setting<T>): T | undefined {
  const text = env[variable]?.trim();
  if (text === undefined || text === "") return undefined;
  const value = parse(text);
  if (value === undefined) throw invalid("invalid_configuration", `${variable} must be ${expected}`);
  return value;
}

/** What a variable says, or `otherwise` for one that is unset. */
export const settingOr = <T>(env: Environment, wanted: Setting<T>, otherwise: T): T =>
  setting(env, wanted) ?? otherwise;

/** Reads a whole number from `least` to `most`; `undefined` for anything else. */
export const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
};
