import type { ReadLine } from "./bundle-kinds.js";
import { bundleKinds, rulesOf } from "./bundle-kinds.js";

type References = Readonly<Record<string, readonly (readonly [key: string, kind: string])[]>>;

/** Which keys of every kind name records of which other kind. */
const references: References = Object.fromEntries(
  bundleKinds.map((kind) => [
    kind,
    Object.entries(rulesOf(kind).shape).flatMap(([key, { refersTo }]) =>
      refersTo === undefined ? [] : [[key, refersTo] as const],
    ),
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
