import { kindOfValue } from "../../foundation/kernel/found.js";
import { isJsonObject } from "../../foundation/kernel/json-object.js";
import { expectedOf, readLine } from "../../foundation/kernel/line-shape.js";
import { nearestOf } from "../../foundation/kernel/nearest.js";
import type { Report } from "../../foundation/records/line-rules.js";
import { bundleKinds, isBundleKind, type ReadLine, rulesOf } from "./bundle-kinds.js";
import type { ParsedLine } from "./bundle-source.js";
import { deletion, keysAlone } from "./deletion-line.js";

/** Returns true if a line is of one of these kinds, or if its kind cannot be read. */
export const isOneOf = (kinds: readonly string[], raw: ParsedLine): boolean =>
  !("value" in raw) || !isJsonObject(raw.value) || kinds.includes(raw.value["kind"] as string);

/** A line of a known kind with all its values. If the line is faulty, it has only the values that could be read. */
export type CheckedLine = ReadLine & { readonly isFaulty: boolean };

/** Reads the kind and the values of a line. Passes problems to `report`. */
export function checkBundleLine(raw: ParsedLine, report: Report): CheckedLine | undefined {
  const { line } = raw;
  if ("problem" in raw) return void report({ line, message: raw.problem });
  if (!isJsonObject(raw.value)) {
    return void report({ line, message: expectedOf({ expected: "a JSON object" }, raw.value) });
  }
  const { kind, deleted, ...record } = raw.value;
  if (!isBundleKind(kind)) return void report({ line, key: "kind", message: unknownKind(kind) });
  const isDeletion = deletion.read(deleted ?? false);
  if (isDeletion === undefined) report({ line, kind, key: "deleted", message: expectedOf(deletion, deleted) });
  const read = isDeletion === false ? readLine(rulesOf(kind).shape, record) : keysAlone(kind, record);
  const location = { line, kind, ...(isDeletion && { isDeletion }) };
  if ("values" in read) return { ...location, values: read.values, isFaulty: isDeletion === undefined };
  for (const { key, message } of read.problems) report({ line, kind, key, message });
  return { ...location, values: read.partial, isFaulty: true };
}

/** Reads a line that passed the check. Returns `undefined` for a faulty line. */
export function readBundleLine(raw: ParsedLine, report: Report): ReadLine | undefined {
  const read = checkBundleLine(raw, report);
  return read?.isFaulty === true ? undefined : read;
}

/** Describes an unknown kind. Text that does not look like a kind is not repeated because it may be patient data. */
function unknownKind(kind: unknown): string {
  if (kind === undefined) return `is missing; it must be one of ${bundleKinds.join(", ")}`;
  const named = typeof kind === "string" && /^[a-z_]{1,40}$/.test(kind) ? `"${kind}"` : kindOfValue(kind);
  const meant = typeof kind === "string" ? nearestOf(kind, bundleKinds) : undefined;
  const hint = meant === undefined ? `expected one of ${bundleKinds.join(", ")}` : `did you mean ${meant}?`;
  return `${named} is not a known kind: ${hint}`;
}
