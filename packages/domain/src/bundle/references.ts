import type { LineShape } from "../kernel/line-shape.js";
import { bundleKinds } from "./bundle-kinds.js";

/** Which keys of a kind name records of which other kind. */
export type References = Readonly<Record<string, readonly (readonly [key: string, kind: string])[]>>;

/** Which keys of every kind name records of which other kind. */
export const references: References = Object.fromEntries(
  Object.entries<LineShape>(bundleKinds).map(([kind, shape]) => [
    kind,
    Object.entries(shape).flatMap(([key, { refersTo }]) => (refersTo === undefined ? [] : [[key, refersTo] as const])),
  ]),
);
