import type { Principal } from "../../foundation/accounts/audit-trail.js";
import type { RecordStore } from "../../foundation/feed/publication.js";
import { parseEmail, parsePhone, personName, type Phone } from "../../foundation/kernel/contact-details.js";
import type { AccountId, CampaignId, SubmissionId } from "../../foundation/kernel/ids.js";
import {
  date,
  defaulted,
  flag,
  instant,
  instantOrUtc,
  label,
  oneOf,
  optional,
  orEmpty,
  ownId,
  trackingParameter,
} from "../../foundation/kernel/line-fields.js";
import type { Field, Shaped } from "../../foundation/kernel/line-shape.js";
import type { CalendarDate, Instant, LocalCalendar } from "../../foundation/kernel/times.js";
import { outcomeFields } from "../appointments/association.js";
import { type Conversion, noAppointment } from "../conversions/conversion.js";

const submissionTypes = ["Online", "App"] as const;
export type SubmissionType = (typeof submissionTypes)[number];

/** Online submission as a partner sent it. `null` means that the value is unknown. */
export type Submission = {
  readonly id: SubmissionId;
  readonly at: Instant;
  readonly scctParameter: string;
  /** Phone number as received. */
  readonly phoneNumber: string;
  /** Normalized phone number for matching patients, or `null` if the number is invalid. */
  readonly phone: Phone | null;
  readonly type: SubmissionType;
  readonly patientName: string;
  readonly patientId: string | null;
  readonly scheduledDate: CalendarDate | null;
  readonly email: string | null;
  readonly street: string | null;
  readonly secondaryStreet: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal: string | null;
  /** True for a test submission, which creates no conversion and is deleted within a day. */
  readonly isTest: boolean;
  /** Caller that posted the submission, see `posterOf`. `null` if an operator loaded it, or if it is unknown. */
  readonly postedBy: string | null;
};

/** Names a caller in the submissions that it posts. A client keeps its name when it gets a new access token. */
export const posterOf = ({ kind, id }: Pick<Principal, "kind" | "id">): string => `${kind} ${id}`;

/** Submission that may not have an id yet. */
export type NewSubmission = Omit<Submission, "id"> & { readonly id: SubmissionId | null };

/**
 * Values that two submissions must share to count as duplicates. Because of `isTest`, a test submission is never a
 * duplicate of a real submission.
 */
export type SubmissionKey = Pick<Submission, "at" | "phone" | "phoneNumber" | "scctParameter" | "type" | "isTest">;

/**
 * Formats the key of a submission as a string. Uses the E.164 format for valid phone numbers, so that different
 * spellings of a number are equal.
 */
export const submissionKeyText = ({ at, phone, phoneNumber, scctParameter, type, isTest }: SubmissionKey): string =>
  JSON.stringify([at, phone ?? phoneNumber, scctParameter, type, isTest]);

/** Creates the conversion for a submission. `now` becomes the time of creation and of the last change. */
export const conversionFromSubmission = (
  submission: Submission,
  campaignId: CampaignId | null,
  newPatient: boolean,
  now: Instant,
): Conversion => ({
  kind: "submission",
  id: submission.id,
  type: submission.type,
  at: submission.at,
  fromNumber: submission.phoneNumber,
  phone: submission.phone,
  trackingNumber: null,
  campaignId,
  source: null,
  sentCampaign: null,
  sentChannel: null,
  newPatient,
  createdAt: now,
  modifiedAt: now,
  prospectName: personName(submission.patientName),
  prospectEmail: parseEmail(submission.email ?? ""),
  prospectId: submission.patientId,
  scheduledDate: submission.scheduledDate,
  ...noAppointment,
});

/** Store of an account's online submissions, as the partners sent them. */
export interface SubmissionStore extends RecordStore<Submission> {
  /** Returns the submissions that have one of these keys, in any order. */
  byKeys(account: AccountId, keys: readonly SubmissionKey[]): Promise<Submission[]>;
  /** Deletes all test submissions of the account. Returns the number of deleted submissions. */
  removeTests(account: AccountId): Promise<number>;
}

/** Date or timestamp of a requested appointment. A timestamp without a UTC offset is read as its date. */
const scheduled: Field<CalendarDate | Instant> = {
  expected: "a date (YYYY-MM-DD) or an ISO 8601 timestamp",
  read: (value) => date.read(value) ?? instant.read(value) ?? ownDay(value),
};

const ownDay = (timestamp: unknown): CalendarDate | undefined =>
  instantOrUtc.read(timestamp) === undefined ? undefined : date.read((timestamp as string).slice(0, 10));

/** Matches keys of advertising trackers, which forms often send along. Uploads accept and ignore these keys. */
export const trackerKey =
  /^(utm_[a-z_]+|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|fbclid|msclkid|ttclid|twclid|li_fat_id|_ga)$/;

const optionalText = orEmpty(optional(label));

export const submissionFields = {
  submission_date: instantOrUtc,
  scct_parameter: trackingParameter,
  phone_number: label,
  conversion_type: oneOf(submissionTypes),
  patient_name: label,
  patient_id: optionalText,
  scheduled_appointment_date: orEmpty(optional(scheduled)),
  email: optionalText,
  street: optionalText,
  secondary_street: optionalText,
  city: optionalText,
  state: optionalText,
  postal: optionalText,
  is_test: defaulted(flag, false),
};

/** Fields of a `submission` line in a bundle. A line without an id gets the next free id. */
export const submissionLine = { id: optional(ownId<SubmissionId>()), ...submissionFields, ...outcomeFields };

export type SubmissionLine = Omit<Shaped<typeof submissionLine>, keyof typeof outcomeFields>;

/** Converts a bundle line to a submission. Converts the timestamp of a requested appointment to a local date. */
export const submissionFromLine = (
  { scheduled_appointment_date: scheduledAt, ...line }: SubmissionLine,
  { dateOf }: Pick<LocalCalendar, "dateOf">,
): NewSubmission => ({
  id: line.id,
  at: line.submission_date,
  scctParameter: line.scct_parameter,
  phoneNumber: line.phone_number,
  phone: parsePhone(line.phone_number),
  type: line.conversion_type,
  patientName: line.patient_name,
  patientId: line.patient_id,
  scheduledDate: typeof scheduledAt === "number" ? dateOf(scheduledAt) : scheduledAt,
  email: line.email,
  street: line.street,
  secondaryStreet: line.secondary_street,
  city: line.city,
  state: line.state,
  postal: line.postal,
  isTest: line.is_test,
  postedBy: null,
});
