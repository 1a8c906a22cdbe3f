import type { RecordPage, RecordStore } from "../../foundation/feed/publication.js";
import { type EmailAddress, namesAgree, type PersonName, type Phone } from "../../foundation/kernel/contact-details.js";
import type {
  AccountId,
  AppointmentId,
  CallId,
  CampaignId,
  LocationId,
  ProviderId,
  SubmissionId,
} from "../../foundation/kernel/ids.js";
import type { CalendarDate, Instant, LocalCalendar } from "../../foundation/kernel/times.js";
import type { Window } from "../../foundation/kernel/window.js";

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

/** Store of an account's conversions. Calls and submissions have separate id sequences. */
export interface ConversionStore {
  /** Returns the conversions of one kind with these ids, in any order. Ignores unknown ids. */
  byIds(account: AccountId, kind: ConversionKind, ids: readonly Conversion["id"][]): Promise<Conversion[]>;
  /** Inserts or replaces conversions by kind and id. */
  save(account: AccountId, conversions: readonly Conversion[]): Promise<void>;
  /** Deletes conversions of one kind. Ignores unknown ids. */
  remove(account: AccountId, kind: ConversionKind, ids: readonly Conversion["id"][]): Promise<void>;
  page(account: AccountId, kind: ConversionKind, page: RecordPage): Promise<Conversion[]>;
  /** Returns up to `limit` distinct unlinked conversions that match any of the searches, in any order. */
  waiting(account: AccountId, searches: readonly ConversionSearch[], limit: number): Promise<Conversion[]>;
  /** Returns true if the account has an unlinked conversion that could match an appointment. */
  anyWaiting(account: AccountId): Promise<boolean>;
  /** Returns the closing conversions of these appointments, in any order. */
  closing(account: AccountId, appointments: readonly AppointmentId[]): Promise<Conversion[]>;
  /**
   * Returns up to `limit` conversions of an appointment, sorted by kind and id. Starts after the conversion `after`, or
   * at the beginning.
   */
  ofAppointment(
    account: AccountId,
    appointment: AppointmentId,
    limit: number,
    after?: Pick<Conversion, "kind" | "id">,
  ): Promise<Conversion[]>;
  /**
   * Returns up to `limit` conversions per appointment, in any order. If an appointment has more, returns the first ones
   * by kind and id.
   */
  ofAppointments(account: AccountId, appointments: readonly AppointmentId[], limit: number): Promise<Conversion[]>;
}

/** Provides the conversions of one kind as a record store. */
export const conversionsOfKind = (store: ConversionStore, kind: ConversionKind): RecordStore<Conversion> => ({
  byIds: (account, ids) => store.byIds(account, kind, ids),
  save: (account, conversions) => store.save(account, conversions),
  remove: (account, ids) => store.remove(account, kind, ids),
  page: (account, page) => store.page(account, kind, page),
});

/**
 * Time of the earliest contact with a phone number. `at` covers contacts with a time of day, `date` contacts with only
 * a date.
 */
export type FirstContact = { readonly at: Instant | null; readonly date: CalendarDate | null };

/** Store that finds earlier contacts between a phone number and the account. */
export interface ContactStore {
  /** Returns the earliest invite or appointment per phone number. Omits numbers that have neither. */
  earliest(account: AccountId, phones: readonly Phone[]): Promise<ReadonlyMap<Phone, FirstContact>>;
}

/** Query by one match key that finds conversions that may have led to an appointment. */
export type ConversionSearch = {
  readonly key: MatchKey;
  /** Prospect's name to search for. An empty first name matches every first name. `null` matches every name. */
  readonly name: PersonName | null;
  /** Requested day to search for. If `null`, the requested days of conversions are ignored. */
  readonly scheduledDate: CalendarDate | null;
  readonly window: Required<Window>;
};

export function findsConversion(search: ConversionSearch, conversion: Conversion): boolean {
  const { key, name, scheduledDate, window } = search;
  return (
    keyOfConversion(conversion, key.kind)?.value === key.value &&
    (name === null || (conversion.prospectName !== null && namesAgree(name, conversion.prospectName))) &&
    (scheduledDate === null || conversion.scheduledDate === scheduledDate) &&
    conversion.at >= window.from &&
    conversion.at < window.to
  );
}

/** Kinds of keys by which a conversion and an appointment are assigned to the same patient. `name` is the last name. */
export const matchKeyKinds = ["phone", "email", "patient", "name"] as const;
export type MatchKeyKind = (typeof matchKeyKinds)[number];

export type MatchKey = { readonly kind: MatchKeyKind; readonly value: string };

const values: Readonly<Record<MatchKeyKind, (conversion: Conversion) => string | null>> = {
  phone: ({ phone }) => phone,
  email: ({ prospectEmail }) => prospectEmail,
  patient: ({ prospectId }) => prospectId,
  name: ({ prospectName }) => prospectName?.last || null,
};

/** Returns a conversion's key of one kind, or `undefined` if the conversion has no value for this key. */
export function keyOfConversion(conversion: Conversion, kind: MatchKeyKind): MatchKey | undefined {
  const value = values[kind](conversion);
  return value === null ? undefined : { kind, value };
}

type InviteContact = { readonly phone: Phone | null; readonly sentAt: Instant };
type AppointmentContact = { readonly phones: readonly Phone[]; readonly at: Instant | CalendarDate };

/** Returns the earliest contact with each phone number: the sending of an invite, or an appointment. */
export function firstContacts(
  invites: Iterable<InviteContact>,
  appointments: Iterable<AppointmentContact>,
): ReadonlyMap<Phone, FirstContact> {
  const found = new Map<Phone, FirstContact>();
  const note = (phone: Phone, time: Instant | CalendarDate) => {
    const known = found.get(phone) ?? { at: null, date: null };
    if (typeof time === "string") found.set(phone, { ...known, date: earlier(known.date, time) });
    else found.set(phone, { ...known, at: earlier(known.at, time) });
  };
  for (const { phone, sentAt } of invites) if (phone !== null) note(phone, sentAt);
  for (const { phones, at } of appointments) for (const phone of phones) note(phone, at);
  return found;
}

const earlier = <Time extends Instant | CalendarDate>(known: Time | null, time: Time): Time =>
  known === null || time < known ? time : known;
