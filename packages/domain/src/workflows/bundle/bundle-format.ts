import type { LineShape } from "../../foundation/kernel/line-shape.js";
import type { BundleKind } from "./bundle-kinds.js";
import { bundleKinds, rulesOf } from "./bundle-kinds.js";

/** One key of a line, or of an object inside of one (`questions[].text`). */
export type BundleKey = { readonly key: string; readonly expected: string; readonly required: boolean };

/** A kind of line: its keys, and those of a line that takes its record out, where one may. */
export type BundleKindFormat = {
  readonly kind: BundleKind;
  readonly keys: readonly BundleKey[];
  readonly deletedBy?: readonly string[];
};

/** Every kind of line that a bundle may have, as it is read. */
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
