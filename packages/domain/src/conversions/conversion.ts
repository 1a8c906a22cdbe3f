import type { CalendarDate } from "../kernel/calendar-date.js";
import type { EmailAddress } from "../kernel/email.js";
import type { AppointmentId, CallId, CampaignId, LocationId, ProviderId, SubmissionId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { LocalCalendar } from "../kernel/local-calendar.js";
import type { PersonName } from "../kernel/person-name.js";
import type { Phone } from "../kernel/phone.js";
import type { FirstContact } from "./contact-store.js";

/** What conversions come from; each kind has ids of its own. */
export const conversionKinds = ["call", "submission"] as const;
export type ConversionKind = (typeof conversionKinds)[number];

/** How a prospect got in touch. */
export type ConversionType = "Call" | "Online" | "App";

/** A call to a call tracker or an online submission, and the appointment that followed it; `null` is unknown. */
export type Conversion = Prospect &
  Association & {
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
    /** The campaign's name as it was sent, where the account has none of that name. */
    readonly sentCampaign: string | null;
    /** The channel that was sent, where no campaign of the account says it. */
    readonly sentChannel: string | null;
    /** Whether nobody with this number was known when it occurred: decided once, when it is created. */
    readonly newPatient: boolean;
    /** When this service recorded it. */
    readonly createdAt: Instant;
    /** When it was created or its link last changed: `attribution/association.ts` has all that moves it. */
    readonly modifiedAt: Instant;
  };

/** What an online prospect said to be known by, and what appointments are found by; nothing is known of a caller. */
export type Prospect = {
  readonly prospectName: PersonName | null;
  readonly prospectEmail: EmailAddress | null;
  readonly prospectId: string | null;
  /** The day of the appointment that was asked for. */
  readonly scheduledDate: CalendarDate | null;
};

/** What is known of whoever calls, but for the number. */
export const noProspect: Prospect = { prospectName: null, prospectEmail: null, prospectId: null, scheduledDate: null };

/** The appointment that a conversion is linked to, and whether it was the last touch before it: all others assist. */
export type Association = AppointmentFacts & { readonly closes: boolean };

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
export const noAppointment: Association = {
  appointmentId: null,
  appointmentAt: null,
  locationId: null,
  providerId: null,
  patientId: null,
  patientName: null,
  closes: false,
};

const idPrefixes: Readonly<Record<ConversionKind, string>> = { call: "call", submission: "sub" };

/** The id under which a conversion is published. */
export const conversionId = ({ kind, id }: Pick<Conversion, "kind" | "id">): string => `${idPrefixes[kind]}-${id}`;

/**
 * Whether nobody was in touch from the same number before `at`; so it is when the number is not known. A contact of
 * which the day alone is known is earlier when its day is.
 */
export function isNewPatient(at: Instant, contact: FirstContact | undefined, calendar: LocalCalendar): boolean {
  if (!contact) return true;
  const isEarlier = contact.at !== null && contact.at < at;
  return !isEarlier && (contact.date === null || contact.date >= calendar.dateOf(at));
}
