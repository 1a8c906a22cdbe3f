import type { Field, LineReading, LineShape } from "../../foundation/kernel/line-shape.js";
import { readLine } from "../../foundation/kernel/line-shape.js";
import { flag } from "../../foundation/kernel/line-fields.js";
import type { BundleKind } from "./bundle-kinds.js";
import { rulesOf } from "./bundle-kinds.js";

/** What makes a line of a bundle one that takes its record out. */
export const deletion: Field<boolean> = flag;

/**
 * Reads the keys of a line that takes its record out. What else is known of the kind may stand there and is not looked
 * at, so that a record can be sent as it last was; an unknown key is a problem as on every line.
 */
export function keysAlone(kind: BundleKind, record: Readonly<Record<string, unknown>>): LineReading<LineShape> {
  const { shape: all, keys } = rulesOf(kind);
  if (!keys) return { problems: [{ key: "deleted", message: "is not allowed on a line of this kind" }], partial: {} };
  const own = Object.fromEntries(keys.flatMap((key) => (all[key] ? [[key, required(all[key])]] : [])));
  const looked = Object.entries(record).filter(([key]) => keys.includes(key) || !Object.hasOwn(all, key));
  return readLine(own, Object.fromEntries(looked));
}

/** The same field, which may not be absent: a submission without an id is none that is stored. */
const required = ({ expected, read }: Field<unknown>): Field<unknown> => ({ expected, read });
