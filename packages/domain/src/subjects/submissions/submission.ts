import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import { parseEmail } from "../../foundation/kernel/email.js";
import type { CampaignId, SubmissionId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { personName } from "../../foundation/kernel/person-name.js";
import type { Phone } from "../../foundation/kernel/phone.js";
import { type Conversion, noAppointment } from "../conversions/conversion.js";

export const submissionTypes = ["Online", "App"] as const;
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
};

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
