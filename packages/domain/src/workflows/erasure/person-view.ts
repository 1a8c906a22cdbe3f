import { personName } from "../../foundation/kernel/contact-details.js";
import type { LocationId } from "../../foundation/kernel/ids.js";
import type { Facts } from "../../foundation/records/personal-data.js";
import type { Appointment, MomentOrDay } from "../../subjects/appointments/appointment.js";
import type { Conversion } from "../../subjects/conversions/conversion.js";
import { shown } from "../../subjects/imports/import-item.js";
import type { ImportErrorItem, StoredError, WithdrawnPerson } from "../../subjects/imports/import-run.js";
import type { Stop } from "../../subjects/imports/stops.js";
import type { Invite } from "../../subjects/invites/invite.js";
import type { PatientWarningItem, StoredWarning } from "../../subjects/patient-surveys/patient-file.js";
import type { SurveyVisit } from "../../subjects/patient-surveys/survey-visits.js";
import type { PersonalKind } from "../../subjects/record-types/record-types.js";
import type { NpsSurvey, Review } from "../../subjects/reviews/review.js";
import type { Submission } from "../../subjects/submissions/submission.js";
import type { SurveyResponse } from "../../subjects/surveys/survey-response.js";
import type { TrackerEvent } from "../../subjects/trackers/tracker.js";

/** Record about a person. Unknown strings are empty. */
type PersonRecord = {
  readonly kind: PersonalKind;
  /** Time in UTC, or only a date if the time of day is unknown. */
  readonly at: string;
  readonly patient: string;
  readonly name: string;
  readonly location: string;
  readonly detail: string;
};

/** Patient with one of the records, or with one of the contacts. `patient` is the patient id. */
export type PersonPatient = { readonly patient: string; readonly names: readonly string[]; readonly records: number };

/** Records that an erasure of a person would remove. The lists are limited. */
export type PersonView = {
  /** Up to 100 records of each kind. */
  readonly records: readonly PersonRecord[];
  /** Up to 100 patients whose ids are in the records. More than one if patients share the requested contact or name. */
  readonly patients: readonly PersonPatient[];
  /** Up to 100 contacts of the person that other patients have too. An erasure keeps records that have only such a contact. */
  readonly shared: readonly { readonly contact: string; readonly patients: readonly PersonPatient[] }[];
};

const maxRecords = 100;
const maxPatients = 100;
const maxNames = 5;
const maxShared = 100;

type Described = {
  readonly at?: MomentOrDay | null;
  readonly name?: string | null;
  readonly locationId?: LocationId | null;
  readonly detail?: string;
};

/** Descriptions of records by kind. A missing kind is only counted. */
const describers: { readonly [Kind in PersonalKind]?: (record: never) => Described } = {
  appointment: ({ patientName: name, status, ...one }: Appointment) => ({
    ...{ ...one, name, detail: status?.replaceAll("_", " ") ?? "takes place" },
  }),
  invite: ({ sentAt: at, customerName: name, locationId, type, sentTo, status, isWaiting }: Invite) => ({
    ...{ at, name, locationId, detail: `${type} to ${sentTo}, ${isWaiting ? "planned" : status}` },
  }),
  review: ({ createdAt: at, reviewer: name, locationId, rating }: Review) => ({
    ...{ at, name, locationId, detail: rating === null ? "no rating" : `rating ${rating}` },
  }),
  nps_survey: ({ createdAt: at, reviewer: name, locationId, npsRating }: NpsSurvey) => ({
    ...{ at, name, locationId, detail: `rating ${npsRating}` },
  }),
  survey_response: ({ submittedAt: at, patientFirst, patientLast, locationId, contact }: SurveyResponse) => ({
    ...{ at, name: `${patientFirst ?? ""} ${patientLast ?? ""}`.trim(), locationId, detail: contact ?? "" },
  }),
  call: ({ at, locationId, fromNumber }: Conversion) => ({ at, locationId, detail: `from ${fromNumber}` }),
  submission: ({ at, type, patientName, ...one }: Submission | (Conversion & { readonly patientName?: null })) => ({
    ...{ at, name: patientName ?? null, detail: "phoneNumber" in one ? `${type}, ${one.phoneNumber}` : type },
  }),
  import_error: (one: StoredError | WithdrawnPerson) => {
    if (!("json" in one)) return { at: one.at, name: one.patientName, detail: "appointment that does not take place" };
    const { run, row, json } = one;
    const { appointment_date: at, patient_name: name, error_type: type } = JSON.parse(json) as ImportErrorItem;
    return { at: at as MomentOrDay | null, name, detail: `import ${run}, row ${row}: ${type.replaceAll("_", " ")}` };
  },
  patient_survey_warning: ({ json }: StoredWarning) => ({ detail: (JSON.parse(json) as PatientWarningItem).row_note }),
  survey_visit: ({ row, visitId }: SurveyVisit) => ({ detail: `row ${row}, visit ${visitId}` }),
  stop: ({ since: at, contact }: Stop) => ({ at, detail: contact }),
  tracker_event: ({ receivedAt: at, state }: TrackerEvent) => ({ at, detail: state }),
};

const describe = (kind: PersonalKind, record: unknown): Described => describers[kind]?.(record as never) ?? {};

/** Returns a function that finds the records with a name, or `undefined` if the name has no first or last name. */
export function namedAs(name: string): ((kind: PersonalKind, record: unknown) => boolean) | undefined {
  const wanted = personName(name);
  if (wanted.first === "" || wanted.last === "") return undefined;
  return (kind, record) => {
    const { first, last } = personName(describe(kind, record).name ?? "");
    return first === wanted.first && last === wanted.last;
  };
}

/** Collects the records of a person, and the other patients with the person's contacts. */
export function personCollector(locations: readonly { readonly id: LocationId; readonly name: string }[]) {
  const nameOf = new Map<LocationId | null | undefined, string>(locations.map(({ id, name }) => [id, name]));
  const records: PersonRecord[] = [];
  const counts = new Map<PersonalKind, number>();
  const patients = patientCounts();
  const shared = new Map<string, ReturnType<typeof patientCounts>>();
  return {
    noteOf: (kind: PersonalKind) => ({
      note({ patientId }: Facts, record: unknown): void {
        const { at = null, name, locationId, detail = "" } = describe(kind, record);
        patients.add(patientId, name);
        const count = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, count);
        if (count > maxRecords) return;
        const about = { at: shown(at) ?? "", patient: patientId ?? "", name: name ?? "", detail };
        records.push({ kind, ...about, location: nameOf.get(locationId) ?? "" });
      },
    }),
    noteShared(contact: string, { patientId }: Facts, kind: PersonalKind, record: unknown): void {
      const others = shared.get(contact) ?? patientCounts();
      if (shared.size >= maxShared && !shared.has(contact)) return;
      shared.set(contact, others);
      others.add(patientId, describe(kind, record).name);
    },
    view: (): PersonView => ({
      records,
      patients: patients.all(),
      shared: [...shared].map(([contact, others]) => ({ contact, patients: others.all() })),
    }),
  };
}

export type PersonCollector = ReturnType<typeof personCollector>;

function patientCounts() {
  const known = new Map<string, { readonly names: Set<string>; records: number }>();
  return {
    add(patientId: string | null, name: string | null | undefined): void {
      if (patientId === null) return;
      const patient = known.get(patientId) ?? { names: new Set<string>(), records: 0 };
      if (known.size < maxPatients) known.set(patientId, patient);
      patient.records += 1;
      if (name && patient.names.size < maxNames) patient.names.add(name);
    },
    all: (): readonly PersonPatient[] =>
      [...known].map(([patient, { names, records }]) => ({ patient, names: [...names], records })),
  };
}
