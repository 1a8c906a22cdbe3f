import type { Conversion } from "./conversion.js";

/** By what a conversion and an appointment can be known as one patient's; a `name` is the last name. */
export const matchKeyKinds = ["phone", "email", "patient", "name"] as const;
export type MatchKeyKind = (typeof matchKeyKinds)[number];

export type MatchKey = { readonly kind: MatchKeyKind; readonly value: string };

const values: Readonly<Record<MatchKeyKind, (conversion: Conversion) => string | null>> = {
  phone: ({ phone }) => phone,
  email: ({ prospectEmail }) => prospectEmail,
  patient: ({ prospectId }) => prospectId,
  name: ({ prospectName }) => prospectName?.last || null,
};

/** A conversion's key of one kind; `undefined` where it has none. */
export function keyOfConversion(conversion: Conversion, kind: MatchKeyKind): MatchKey | undefined {
  const value = values[kind](conversion);
  return value === null ? undefined : { kind, value };
}
