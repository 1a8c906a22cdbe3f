import { bundleKinds, type ReadLine, rulesOf } from "./bundle-kinds.js";

type References = Readonly<Record<string, readonly (readonly [key: string, kind: string])[]>>;

/** For each kind of line, the keys that refer to other records and the kinds of these records. */
const references: References = Object.fromEntries(
  bundleKinds.map((kind) => [
    kind,
    Object.entries(rulesOf(kind).shape).flatMap(([key, { refersTo }]) =>
      refersTo === undefined ? [] : [[key, refersTo] as const],
    ),
  ]),
);

/** Kinds of records that other records can refer to. */
export const referencedKinds: ReadonlySet<string> = new Set(
  Object.values(references).flatMap((keys) => keys.map(([, kind]) => kind)),
);

/** Yields each record that a line refers to, and the line's key that contains the reference. */
export function* mentionsIn({ kind, values }: ReadLine) {
  for (const [key, target] of references[kind] ?? []) {
    for (const id of [values[key] as number | readonly number[] | null | undefined].flat()) {
      if (id !== null && id !== undefined) yield { key, kind: target, id };
    }
  }
}
