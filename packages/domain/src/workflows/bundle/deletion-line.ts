import { flag } from "../../foundation/kernel/line-fields.js";
import { type Field, type LineReading, type LineShape, readLine } from "../../foundation/kernel/line-shape.js";
import { type BundleKind, rulesOf } from "./bundle-kinds.js";

/** Field `deleted`, which marks a bundle line as a deletion. */
export const deletion: Field<boolean> = flag;

/**
 * Reads the identifying keys of a deletion line. Other known keys are ignored, so the record's last line can be sent
 * again with `deleted` added. Unknown keys are reported as on any line.
 */
export function keysAlone(kind: BundleKind, record: Readonly<Record<string, unknown>>): LineReading<LineShape> {
  const { shape: all, keys } = rulesOf(kind);
  if (!keys) return { problems: [{ key: "deleted", message: "is not allowed on a line of this kind" }], partial: {} };
  const own = Object.fromEntries(keys.flatMap((key) => (all[key] ? [[key, required(all[key])]] : [])));
  const looked = Object.entries(record).filter(([key]) => keys.includes(key) || !Object.hasOwn(all, key));
  return readLine(own, Object.fromEntries(looked));
}

/** Makes a field required in deletion lines by removing its default value. */
const required = ({ expected, read }: Field<unknown>): Field<unknown> => ({ expected, read });
