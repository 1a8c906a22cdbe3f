import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { EmailAddress } from "../../foundation/kernel/email.js";
import type {
  AppointmentId,
  CallId,
  CampaignId,
  LocationId,
  ProviderId,
  SubmissionId,
} from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { LocalCalendar } from "../../foundation/kernel/local-calendar.js";
import type { PersonName } from "../../foundation/kernel/person-name.js";
import type { Phone } from "../../foundation/kernel/phone.js";
import type { FirstContact } from "./contact-store.js";

/** Kinds of conversion. Each kind has its own ids, so a call and a submission can have the same id. */
export const conversionKinds = ["call", "submission"] as const;
export type ConversionKind = (typeof conversionKinds)[number];

/** Ways in which a prospect contacts the practice. */
export type ConversionType = "Call" | "Online" | "App";

/** Call or online submission, with the appointment to which it led. `null` means that the value is unknown. */
export type Conversion = Prospect &
  Association & {
    readonly kind: ConversionKind;
    readonly id: CallId | SubmissionId;
    readonly type: ConversionType;
    readonly at: Instant;
    /** Caller's number as received. */
    readonly fromNumber: string;
    /** Normalized phone number for matching patients, or `null` if the number is invalid. */
    readonly phone: Phone | null;
    /** Dialed number, in E.164 format if it is valid, otherwise as received. */
    readonly trackingNumber: string | null;
    readonly campaignId: CampaignId | null;
    /** Source of the conversion. If `null`, the campaign's source applies. */
    readonly source: string | null;
    /** Campaign name from the call tracker. `null` if there is no name or if `campaignId` identifies the campaign. */
    readonly sentCampaign: string | null;
    /** Channel from the call tracker. `null` if a campaign of the account determines the channel. */
    readonly sentChannel: string | null;
    /** True if the account had no earlier contact with the phone number. Determined only once, at creation. */
    readonly newPatient: boolean;
    /** Time when Repute recorded the conversion. */
    readonly createdAt: Instant;
    /** Time of creation, or of the last change to the link with an appointment. See `appointments/association.ts`. */
    readonly modifiedAt: Instant;
  };

/** Data of a prospect, with which appointments are matched. For a call, all values are `null`. */
export type Prospect = {
  readonly prospectName: PersonName | null;
  readonly prospectEmail: EmailAddress | null;
  readonly prospectId: string | null;
  /** Day that the prospect requested for the appointment. */
  readonly scheduledDate: CalendarDate | null;
};

export const noProspect: Prospect = { prospectName: null, prospectEmail: null, prospectId: null, scheduledDate: null };

/**
 * Link of a conversion to an appointment. `closes` is true if the conversion is the last one before the appointment.
 */
export type Association = AppointmentFacts & { readonly closes: boolean };

/** Values copied from the linked appointment. All values are `null` if the conversion is unlinked. */
export type AppointmentFacts = {
  readonly appointmentId: AppointmentId | null;
  /** Start of the appointment, or only the date if the time of day is unknown. */
  readonly appointmentAt: Instant | CalendarDate | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  readonly patientId: string | null;
  readonly patientName: string | null;
};

/** Appointment fields of a conversion that is not linked to an appointment. */
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

/** Returns the public id of a conversion, such as `call-12` or `sub-12`. */
export const conversionId = ({ kind, id }: Pick<Conversion, "kind" | "id">): string => `${idPrefixes[kind]}-${id}`;

/**
 * Returns true if the account had no contact with the phone number before `at`. A contact with only a date counts as
 * earlier if its date is before the local date of `at`.
 */
export function isNewPatient(at: Instant, contact: FirstContact | undefined, calendar: LocalCalendar): boolean {
  if (!contact) return true;
  const isEarlier = contact.at !== null && contact.at < at;
  return !isEarlier && (contact.date === null || contact.date >= calendar.dateOf(at));
}
