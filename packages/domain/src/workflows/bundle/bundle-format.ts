import type { LineShape } from "../../foundation/kernel/line-shape.js";
import { type BundleKind, bundleKinds, rulesOf } from "./bundle-kinds.js";

/** A key of a bundle line, or of an object nested in the line (`questions[].text`). */
export type BundleKey = { readonly key: string; readonly expected: string; readonly required: boolean };

/** Kind of bundle line, with all keys that such a line can have. `deletedBy` lists the keys that a deletion needs. */
export type BundleKindFormat = {
  readonly kind: BundleKind;
  readonly keys: readonly BundleKey[];
  readonly deletedBy?: readonly string[];
};

/** Returns the keys of every kind of bundle line. */
export const bundleFormat = (): readonly BundleKindFormat[] =>
  bundleKinds.map((kind) => {
    const { shape, keys: deletedBy } = rulesOf(kind);
    return { kind, keys: keysOf(shape, ""), ...(deletedBy && { deletedBy }) };
  });

function keysOf(shape: LineShape, path: string): readonly BundleKey[] {
  return Object.entries(shape).flatMap(([key, field]) => [
    { key: path + key, expected: field.expected, required: !("absent" in field) },
    ...(field.members ? keysOf(field.members, `${path}${key}[].`) : []),
  ]);
}
