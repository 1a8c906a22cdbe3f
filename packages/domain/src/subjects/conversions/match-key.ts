import type { Conversion } from "./conversion.js";

/** Kinds of keys by which a conversion and an appointment are assigned to the same patient. `name` is the last name. */
export const matchKeyKinds = ["phone", "email", "patient", "name"] as const;
export type MatchKeyKind = (typeof matchKeyKinds)[number];

export type MatchKey = { readonly kind: MatchKeyKind; readonly value: string };

const values: Readonly<Record<MatchKeyKind, (conversion: Conversion) => string | null>> = {
  phone: ({ phone }) => phone,
  email: ({ prospectEmail }) => prospectEmail,
  patient: ({ prospectId }) => prospectId,
  name: ({ prospectName }) => prospectName?.last || null,
};

/** Returns a conversion's key of one kind, or `undefined` if the conversion has no value for this key. */
export function keyOfConversion(conversion: Conversion, kind: MatchKeyKind): MatchKey | undefined {
  const value = values[kind](conversion);
  return value === null ? undefined : { kind, value };
}
