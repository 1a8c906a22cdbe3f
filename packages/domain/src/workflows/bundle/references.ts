import type { LineShape } from "../../foundation/kernel/line-shape.js";
import type { ReadLine } from "./bundle-kinds.js";
import { bundleKinds } from "./bundle-kinds.js";

type References = Readonly<Record<string, readonly (readonly [key: string, kind: string])[]>>;

/** Which keys of every kind name records of which other kind. */
const references: References = Object.fromEntries(
  Object.entries<LineShape>(bundleKinds).map(([kind, shape]) => [
    kind,
    Object.entries(shape).flatMap(([key, { refersTo }]) => (refersTo === undefined ? [] : [[key, refersTo] as const])),
  ]),
);

/** The kinds of record that others name. */
export const referencedKinds: ReadonlySet<string> = new Set(
  Object.values(references).flatMap((keys) => keys.map(([, kind]) => kind)),
);

/** The records that a line names, with the key under which it does. */
export function* mentionsIn({ kind, values }: ReadLine) {
  for (const [key, target] of references[kind] ?? []) {
    for (const id of [values[key] as number | readonly number[] | null | undefined].flat()) {
      if (id !== null && id !== undefined) yield { key, kind: target, id };
    }
  }
}
