import type { Conversion } from "../conversions/conversion.js";
import { noAppointment } from "../conversions/conversion.js";
import type { CalendarDate } from "../kernel/calendar-date.js";
import { parseEmail } from "../kernel/email.js";
import type { CampaignId, SubmissionId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { personName } from "../kernel/person-name.js";
import type { Phone } from "../kernel/phone.js";

/** How prospects submit online. */
export const submissionTypes = ["Online", "App"] as const;
export type SubmissionType = (typeof submissionTypes)[number];

/** An online submission as its partner sent it; `null` is unknown. */
export type Submission = {
  readonly id: SubmissionId;
  readonly at: Instant;
  readonly scctParameter: string;
  /** As it was sent. */
  readonly phoneNumber: string;
  /** The same as a number by which patients are found; `null` when nobody can be. */
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
  /** A test leads to no conversion, and is removed within a day. */
  readonly isTest: boolean;
};

/** A submission that may not have an id yet. */
export type NewSubmission = Omit<Submission, "id"> & { readonly id: SubmissionId | null };

/** What makes two submissions one: a test and a real one never are, so that no test can swallow a prospect. */
export type SubmissionKey = Pick<Submission, "at" | "phone" | "phoneNumber" | "scctParameter" | "type" | "isTest">;

/** The key as one text; numbers are compared in E.164 where they are usable. */
export const submissionKeyText = ({ at, phone, phoneNumber, scctParameter, type, isTest }: SubmissionKey): string =>
  JSON.stringify([at, phone ?? phoneNumber, scctParameter, type, isTest]);

/** The conversion that a submission is when it is recorded `now`. */
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
