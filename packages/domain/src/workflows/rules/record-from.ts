import { mergeSettings } from "../../foundation/accounts/account-line.js";
import { type AccountSettings, defaultSettings } from "../../foundation/accounts/account.js";
import { invalid } from "../../foundation/kernel/domain-error.js";
import { readLine, type Shaped } from "../../foundation/kernel/line-shape.js";
import { type LinesByKind, lineShapes } from "../bundle/bundle-line.js";

type Shapes = typeof lineShapes;

/** Reads the values of a bundle line, which may also have the key `kind`. Throws `invalid_line`. */
export function valuesOf<Kind extends keyof Shapes>(kind: Kind, line: LinesByKind[Kind]): Shaped<Shapes[Kind]> {
  const { kind: _, ...keys } = line as Readonly<Record<string, unknown>>;
  const read = readLine(lineShapes[kind], keys);
  if ("values" in read) return read.values as Shaped<Shapes[Kind]>;
  const problems = read.problems.map(({ key, message }) => ({ kind, key, message: `${kind}.${key} ${message}` }));
  throw invalid("invalid_line", problems[0]?.message ?? "", problems);
}

/** Reads the settings of an account from an `account` line. Absent keys have the defaults of a new account. */
export const settingsFrom = (line: LinesByKind["account"]): AccountSettings =>
  mergeSettings(defaultSettings, valuesOf("account", line));
