import type { Names } from "../../foundation/catalog/names.js";
import type { FeedEntry, FeedId } from "../../foundation/feed/feed.js";
import type { ItemKeys } from "../../foundation/kernel/ids.js";
import {
  displayDate,
  type Instant,
  isoInstant,
  type LocalCalendar,
  localDateOf,
} from "../../foundation/kernel/times.js";
import { type Conversion, conversionId, type ConversionKind, type ConversionType } from "./conversion.js";

/** Ids that items of calls and of conversions contain with `keys=true`. An id is `null` if it is unknown. */
export type ConversionKeys = {
  /** Id of the appointment's location. */
  readonly _location_id?: number | null;
  /** Id of the appointment's provider. */
  readonly _provider_id?: number | null;
  readonly _campaign_id?: number | null;
  readonly _appointment_id?: number | null;
};

/**
 * Item of the list of conversions, which are calls and online submissions. Times are ISO 8601 timestamps in UTC. A
 * member is `null` if its value is unknown. Members that start with an underscore are present only with `keys=true`.
 */
export type ConversionItem = ItemKeys &
  ConversionKeys & {
    /** Day of the conversion in the account's time zone, as `YYYY-MM-DD`. */
    readonly _local_date?: string | null;
    /** Day of the appointment in the account's time zone, as `YYYY-MM-DD`. */
    readonly _appt_local_date?: string | null;
    /** `call-` or `sub-`, followed by the id of the call or submission. */
    readonly conversion_id: string;
    /** Time of the linked appointment, or its date if the time of day is unknown. */
    readonly appt_date: string | null;
    readonly campaign: string | null;
    /** Marketing channel. `Unassigned` if unknown. */
    readonly channel: string;
    readonly source: string | null;
    /** Time of the call or submission. */
    readonly date: string;
    /** Phone number of the caller or prospect. In E.164 format if the number is valid. */
    readonly from_number: string;
    readonly location_name: string | null;
    /** True if no appointment or invite with the same phone number preceded the conversion. */
    readonly new_patient: boolean;
    readonly patient_id: string | null;
    readonly patient_name: string | null;
    readonly provider: string | null;
    /** Phone number that was called. In E.164 format if the number is valid. `null` for submissions. */
    readonly tracking_number: string | null;
    readonly type: ConversionType;
    /** Time when the conversion was recorded, or when a conversion was last linked to its appointment. */
    readonly modified_at: string;
  };

export const conversionEntry = (conversion: Conversion, names: Names, calendar: LocalCalendar): FeedEntry => ({
  ...entryOf(conversion, conversionItem(conversion, names), localDates(conversion, calendar)),
  name: conversionId(conversion),
});

function conversionItem(conversion: Conversion, names: Names): ConversionItem {
  return {
    conversion_id: conversionId(conversion),
    appt_date: timeOf(conversion.appointmentAt),
    ...originOf(conversion, names),
    date: isoInstant(conversion.at),
    from_number: conversion.phone ?? conversion.fromNumber,
    location_name: names.location(conversion.locationId).name,
    new_patient: conversion.newPatient,
    patient_id: conversion.patientId,
    patient_name: conversion.patientName,
    provider: names.provider(conversion.providerId).name,
    tracking_number: conversion.trackingNumber,
    type: conversion.type,
    modified_at: isoInstant(conversion.modifiedAt),
  };
}

const timeOf = (at: Conversion["appointmentAt"]): string | null => (typeof at === "number" ? isoInstant(at) : at);

/** Returns the local dates of a conversion and its appointment, as JSON without braces. */
function localDates({ at, appointmentAt }: Conversion, calendar: LocalCalendar): string {
  const ofAppointment = appointmentAt === null ? null : localDateOf(appointmentAt, calendar);
  return `"_local_date":"${calendar.dateOf(at)}","_appt_local_date":${JSON.stringify(ofAppointment)}`;
}

/**
 * Item of the list of calls. Times are dates and times in the account's time zone, such as `3/2/2026 9:00:00 am`.
 * An unknown value is `-` or `Unknown`. Members that start with an underscore are present only with `keys=true`.
 */
export type CallItem = ItemKeys &
  ConversionKeys & {
    /** Time of the call, as an ISO 8601 timestamp in UTC. */
    readonly _call_at?: string | null;
    /** Time of the appointment, as an ISO 8601 timestamp in UTC. `null` if unknown or if only the day is known. */
    readonly _appt_at?: string | null;
    /** Time of the linked appointment. */
    readonly appt_date: string;
    readonly call_date: string;
    readonly campaign: string;
    /** Marketing channel. `Unassigned` if unknown. */
    readonly channel: string;
    /** Phone number of the caller. In E.164 format if the number is valid. */
    readonly from_number: string;
    readonly location_name: string;
    /** True if no appointment or invite with the same phone number preceded the call. */
    readonly new_patient: boolean;
    readonly patient_id: string;
    readonly patient_name: string;
    readonly provider: string;
    readonly source: string;
    /** Phone number that was called. In E.164 format if the number is valid. */
    readonly tracking_number: string;
  };

/** Texts that the list of calls shows instead of an unknown value or an unknown patient. */
const noText = "-";

const noPatient = "Unknown";

export const callEntry = (call: Conversion, names: Names, display: (instant: Instant) => string): FeedEntry =>
  entryOf(call, callItem(call, names, display), utcTimes(call));

/** Renders a call as an item of the list of calls. `display` formats an instant in the account's time zone. */
function callItem(call: Conversion, names: Names, display: (instant: Instant) => string): CallItem {
  const { campaign, channel, source } = originOf(call, names);
  return {
    appt_date: shownTime(call.appointmentAt, display),
    call_date: display(call.at),
    campaign: campaign ?? noText,
    channel,
    from_number: call.phone ?? call.fromNumber,
    location_name: names.location(call.locationId).name ?? noText,
    new_patient: call.newPatient,
    patient_id: call.patientId ?? noPatient,
    patient_name: call.patientName ?? noPatient,
    provider: names.provider(call.providerId).name ?? noText,
    source: source ?? noText,
    tracking_number: call.trackingNumber ?? noText,
  };
}

function shownTime(at: Conversion["appointmentAt"], display: (instant: Instant) => string): string {
  if (at === null) return noText;
  return typeof at === "number" ? display(at) : displayDate(at);
}

/** Returns the UTC times of a call and its appointment, as JSON without braces. */
function utcTimes({ at, appointmentAt }: Conversion): string {
  const ofAppointment = typeof appointmentAt === "number" ? isoInstant(appointmentAt) : null;
  return `"_call_at":"${isoInstant(at)}","_appt_at":${JSON.stringify(ofAppointment)}`;
}

/**
 * Creates a list entry from a conversion and its rendered item.
 * `moreKeys` is JSON to append to the entry's join keys.
 */
const entryOf = (conversion: Conversion, item: object, moreKeys: string): FeedEntry => ({
  ...feedIdOf(conversion),
  at: conversion.at,
  modifiedAt: conversion.modifiedAt,
  locationId: conversion.locationId,
  providerId: conversion.providerId,
  rating: null,
  fields: {},
  json: JSON.stringify(item),
  tail: null,
  keys: `${joinKeys(conversion)},${moreKeys}`,
});

const joinKeys = ({ locationId, providerId, campaignId, appointmentId }: Conversion): string =>
  `"_location_id":${locationId},"_provider_id":${providerId},"_campaign_id":${campaignId},"_appointment_id":${appointmentId}`;

// If a call and a submission have the same time, the list shows the call first.
const feedKinds: Readonly<Record<ConversionKind, number>> = { submission: 0, call: 1 };

export const feedIdOf = ({ kind, id }: Pick<Conversion, "kind" | "id">): FeedId => ({ kind: feedKinds[kind], id });

/** Values that determine the channel of a conversion. */
export type Origin = Pick<Conversion, "campaignId" | "source" | "sentChannel">;

/** Returns the published campaign, channel and source of a conversion. */
export function originOf(conversion: Origin & Pick<Conversion, "sentCampaign">, names: Pick<Names, "campaign">) {
  const { campaignId, source, sentCampaign } = conversion;
  const campaign = names.campaign(campaignId);
  return {
    campaign: sentCampaign ?? campaign.name,
    channel: channelOf(conversion, names),
    source: source ?? campaign.source,
  };
}

/**
 * Returns the channel of a conversion. The call tracker's channel takes precedence, then the campaign's channel, then
 * the default channel of the source.
 */
export function channelOf({ campaignId, source, sentChannel }: Origin, names: Pick<Names, "campaign">): string {
  const campaign = names.campaign(campaignId);
  return sentChannel ?? campaign.channel ?? defaultChannel(source ?? campaign.source);
}

/** Channel of conversions that have neither a campaign nor a known source. */
export const unassigned = "Unassigned";

const channels: Readonly<Record<string, readonly string[]>> = {
  "Paid Search": ["ppc", "cpc", "paid"],
  "Organic Search": ["organic"],
  "Paid Social": ["paid_social"],
  "Organic Social": ["social"],
  Email: ["email"],
  "Local Listings": ["business_profile", "google_business_profile", "google_my_business", "gbp", "gmb"],
  Referral: ["referral"],
  Direct: ["direct"],
  Offline: ["print", "tv", "radio"],
};

const byWord: ReadonlyMap<string, string> = new Map(
  Object.entries(channels).flatMap(([channel, words]) => words.map((word) => [word, channel] as const)),
);

/**
 * Returns the default channel of a source. If the source has a medium after a slash, as in `google / cpc`, the medium
 * takes precedence because it is more specific.
 */
export function defaultChannel(source: string | null): string {
  const words = (source ?? "").toLowerCase().split("/").reverse();
  const known = words.map((word) => byWord.get(word.trim().replace(/[\s-]+/g, "_")));
  return known.find((channel) => channel !== undefined) ?? unassigned;
}

const table: ReadonlyMap<string, string> = new Map(
  [...Object.keys(channels), unassigned].map((channel) => [channel.toLowerCase(), channel]),
);

/**
 * Returns a function that normalizes the spelling of channels. `used` contains channels that are already in use.
 * Channels that differ only in case or surrounding spaces are the same channel.
 * The spelling of default channels takes precedence, then the first spelling in `used`.
 * Otherwise, the first spelling passed to the function applies.
 */
export function channelSpelling(used: readonly string[]): (written: string) => string {
  const known = new Map(table);
  const spell = (written: string): string => {
    const channel = known.get(folded(written)) ?? written.trim();
    known.set(folded(written), channel);
    return channel;
  };
  used.forEach(spell);
  return spell;
}

/** Returns true if a channel is one of the default channels, ignoring case. */
export const isInTable = (channel: string): boolean => table.has(folded(channel));

const folded = (channel: string): string => channel.trim().toLowerCase();
