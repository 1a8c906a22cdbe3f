import type { LineShape } from "../kernel/line-shape.js";
import type { BundleKind } from "./bundle-kinds.js";
import { bundleKinds } from "./bundle-kinds.js";

/** One key of a line, or of an object inside of one (`questions[].text`). */
export type BundleKey = { readonly key: string; readonly expected: string; readonly required: boolean };

/** Every kind of line that a bundle may have, with its keys, as it is read. */
export const bundleFormat = (): readonly { readonly kind: BundleKind; readonly keys: readonly BundleKey[] }[] =>
  Object.entries<LineShape>(bundleKinds).map(([kind, shape]) => ({
    kind: kind as BundleKind,
    keys: keysOf(shape, ""),
  }));

function keysOf(shape: LineShape, path: string): readonly BundleKey[] {
  return Object.entries(shape).flatMap(([key, field]) => [
    { key: path + key, expected: field.expected, required: !("absent" in field) },
    ...(field.members ? keysOf(field.members, `${path}${key}[].`) : []),
  ]);
}
