import type { CalendarDate } from "../kernel/calendar-date.js";
import type { AppointmentId, CallId, CampaignId, LocationId, ProviderId, SubmissionId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Phone } from "../kernel/phone.js";

/** What conversions come from; each kind has ids of its own. */
export const conversionKinds = ["call", "submission"] as const;
export type ConversionKind = (typeof conversionKinds)[number];

/** How a prospect got in touch. */
export type ConversionType = "Call" | "Online" | "App";

/** A call to a call tracker or an online submission, and the appointment that followed it; `null` is unknown. */
export type Conversion = AppointmentFacts & {
  readonly kind: ConversionKind;
  /** The id of the call or of the submission. */
  readonly id: CallId | SubmissionId;
  readonly type: ConversionType;
  /** When the call or the submission occurred. */
  readonly at: Instant;
  /** The caller's number, as it was sent. */
  readonly fromNumber: string;
  /** The same as a number by which patients are found; `null` when nobody can be. */
  readonly phone: Phone | null;
  /** The number that was called: in E.164 where it is usable, else as sent. */
  readonly trackingNumber: string | null;
  readonly campaignId: CampaignId | null;
  /** The source that was sent with it; where there is none, the campaign's counts. */
  readonly source: string | null;
  /** Whether nobody with this number was known when it occurred: decided once, when it is created. */
  readonly newPatient: boolean;
  /** When this service recorded it. */
  readonly createdAt: Instant;
  /** When it was created or last linked: nothing else moves it. */
  readonly modifiedAt: Instant;
};

/** What a conversion says of the appointment that it is linked to: all `null` until it is. */
export type AppointmentFacts = {
  readonly appointmentId: AppointmentId | null;
  /** A bare day where the time is not known. */
  readonly appointmentAt: Instant | CalendarDate | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  readonly patientId: string | null;
  readonly patientName: string | null;
};

/** What a conversion says before it is linked. */
export const noAppointment: AppointmentFacts = {
  appointmentId: null,
  appointmentAt: null,
  locationId: null,
  providerId: null,
  patientId: null,
  patientName: null,
};

/** Whether nobody was in touch from the same number before `at`; so it is when the number is not known. */
export const isNewPatient = (at: Instant, earliestContact: Instant | undefined): boolean =>
  earliestContact === undefined || earliestContact >= at;
