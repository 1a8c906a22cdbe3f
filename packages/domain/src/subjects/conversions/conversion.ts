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

/** Kinds of conversion. Each kind has its own ids. */
export const conversionKinds = ["call", "submission"] as const;
export type ConversionKind = (typeof conversionKinds)[number];

/** Type of a prospect's contact. */
export type ConversionType = "Call" | "Online" | "App";

/** Call to a tracking number or online submission, with the appointment that followed. `null` means unknown. */
export type Conversion = Prospect &
  Association & {
    readonly kind: ConversionKind;
    readonly id: CallId | SubmissionId;
    readonly type: ConversionType;
    /** Time of the call or submission. */
    readonly at: Instant;
    /** Caller's number, unchanged. */
    readonly fromNumber: string;
    /** Normalized number for matching patients. `null` if unusable. */
    readonly phone: Phone | null;
    /** Dialed number, in E.164 if it is usable, otherwise unchanged. */
    readonly trackingNumber: string | null;
    readonly campaignId: CampaignId | null;
    /** Source of the conversion. If it is `null`, the campaign's source applies. */
    readonly source: string | null;
    /** Campaign name from the tracker, if the account has no campaign of that name. */
    readonly sentCampaign: string | null;
    /** Channel from the tracker, if no campaign of the account determines the channel. */
    readonly sentChannel: string | null;
    /** True if the number was unknown at the time of the conversion. Determined once, at creation. */
    readonly newPatient: boolean;
    /** Time when the service recorded the conversion. */
    readonly createdAt: Instant;
    /** Time of creation or of the last change of the link. See `attribution/association.ts`. */
    readonly modifiedAt: Instant;
  };

/** Data from an online prospect for matching appointments. All `null` for calls. */
export type Prospect = {
  readonly prospectName: PersonName | null;
  readonly prospectEmail: EmailAddress | null;
  readonly prospectId: string | null;
  /** Requested day of the appointment. */
  readonly scheduledDate: CalendarDate | null;
};

/** Prospect data of a call, where only the number is known. */
export const noProspect: Prospect = { prospectName: null, prospectEmail: null, prospectId: null, scheduledDate: null };

/** Linked appointment, and whether the conversion closes it as the last touch. All others assist. */
export type Association = AppointmentFacts & { readonly closes: boolean };

/** Values copied from the linked appointment. All `null` if unlinked. */
export type AppointmentFacts = {
  readonly appointmentId: AppointmentId | null;
  /** A date if the time is unknown. */
  readonly appointmentAt: Instant | CalendarDate | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  readonly patientId: string | null;
  readonly patientName: string | null;
};

/** Association of an unlinked conversion. */
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

/** Returns the public id of a conversion. */
export const conversionId = ({ kind, id }: Pick<Conversion, "kind" | "id">): string => `${idPrefixes[kind]}-${id}`;

/**
 * Returns true if the number had no contact before `at`, or is unknown. A contact with only a date counts as earlier if
 * its date is earlier.
 */
export function isNewPatient(at: Instant, contact: FirstContact | undefined, calendar: LocalCalendar): boolean {
  if (!contact) return true;
  const isEarlier = contact.at !== null && contact.at < at;
  return !isEarlier && (contact.date === null || contact.date >= calendar.dateOf(at));
}
