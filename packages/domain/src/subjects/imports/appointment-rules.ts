import { folded } from "../../foundation/catalog/places.js";
import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import { type Objection, plainly, type Rule } from "./finding.js";
import type { ImportConnection } from "./import-connection.js";
import type { SlotRow } from "./slot.js";
import type { Visit } from "./visit.js";

/** Import settings for checking the appointment rules. */
export type Terms = {
  readonly connection: ImportConnection;
  readonly severalLocations: boolean;
  readonly uploadDate: CalendarDate;
  /** First and last local date that the rules allow for an appointment. */
  readonly allowedDays: { readonly from: CalendarDate; readonly to: CalendarDate };
  /** Normalized references of silenced locations and providers. Rows with these references are skipped. */
  readonly silenced: { readonly locations: ReadonlySet<string>; readonly providers: ReadonlySet<string> };
};

type SlotRule = Rule<SlotRow, Terms>;

const unusableDate: SlotRule = {
  type: "appointment_date",
  level: "error",
  check({ problem, at, sentDate }) {
    if (problem !== null) return { field: "row", value: problem };
    return at === null ? { field: "appointment_date", value: sentDate } : undefined;
  },
};

const silenced: SlotRule = {
  type: "silenced",
  level: "warning",
  check({ location, provider }, terms) {
    if (location.place?.silenced || terms.silenced.locations.has(folded(location.text))) {
      return { field: "location", value: location.text };
    }
    const isSilenced = provider.place?.silenced || terms.silenced.providers.has(folded(provider.text));
    return isSilenced ? { field: "provider", value: provider.text } : undefined;
  },
};

const unknownLocation: SlotRule = {
  type: "location_mismatch",
  level: "error",
  check({ location: { text, place } }, { severalLocations }) {
    if (place || (text === "" && !severalLocations)) return undefined;
    return { field: "location", value: text };
  },
};

const unknownProvider: SlotRule = {
  type: "provider_mismatch",
  level: "error",
  check({ provider: { text, place } }, { connection }) {
    if (place || (text === "" && !connection.requireProvider)) return undefined;
    return { field: "provider", value: text };
  },
};

/** Finds duplicates: earlier rows and stored appointments that describe the same visit. */
export type KnownVisits = { duplicate(visit: Visit): Objection | undefined };

const duplicate: Rule<Visit, KnownVisits> = {
  type: "duplicate_appointment",
  level: "warning",
  check: (visit, known) => known.duplicate(visit),
};

const wrongDay: Rule<Visit, Terms> = {
  type: "appointment_day_rule",
  level: "warning",
  check({ date }, { allowedDays: { from, to } }) {
    return date !== null && (date < from || date > to) ? { allowed_from: from, allowed_to: to } : undefined;
  },
};

const noDateOfBirth: Rule<Visit, Terms> = {
  type: "missing_date_of_birth",
  level: "warning",
  check: ({ dateOfBirth }, { connection }) =>
    connection.requireDateOfBirth && dateOfBirth === null ? plainly : undefined,
};

const noState: Rule<Visit, Terms> = {
  type: "missing_state",
  level: "warning",
  check: ({ state }, { connection }) => (connection.requireState && state === null ? plainly : undefined),
};

/**
 * Rules A1 to A4 of the decision table, grouped into steps.
 * All rules of a step are checked. If a row fails one of them, the later steps are skipped.
 */
export const slotSteps: readonly (readonly SlotRule[])[] = [
  [unusableDate],
  [silenced],
  [unknownLocation, unknownProvider],
];

/** Rules A5 (`duplicateRule`) and A6 (`dayRule`) of the decision table. A5 is checked first. */
export const duplicateRule = duplicate;
export const dayRule = wrongDay;

/** Rules A7 and A8 of the decision table. These rules report missing data, but do not skip the row. */
export const gapRules: readonly Rule<Visit, Terms>[] = [noDateOfBirth, noState];
