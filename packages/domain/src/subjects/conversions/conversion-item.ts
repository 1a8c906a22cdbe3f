import type { Names } from "../../foundation/catalog/names.js";
import type { FeedEntry, FeedId } from "../../foundation/feed/feed.js";
import { isoInstant } from "../../foundation/kernel/instant.js";
import type { ItemKeys } from "../../foundation/kernel/item-keys.js";
import { type LocalCalendar, localDateOf } from "../../foundation/kernel/local-calendar.js";
import { defaultChannel } from "./channel.js";
import { type Conversion, conversionId, type ConversionKind, type ConversionType } from "./conversion.js";

/** Values that determine the channel of a conversion. */
export type Origin = Pick<Conversion, "campaignId" | "source" | "sentChannel">;

/**
 * Returns the channel of a conversion. The call tracker's channel takes precedence, then the campaign's channel, then
 * the default channel of the source.
 */
export function channelOf({ campaignId, source, sentChannel }: Origin, names: Pick<Names, "campaign">): string {
  const campaign = names.campaign(campaignId);
  return sentChannel ?? campaign.channel ?? defaultChannel(source ?? campaign.source);
}

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

// If a call and a submission have the same time, the list shows the call first.
const feedKinds: Readonly<Record<ConversionKind, number>> = { submission: 0, call: 1 };

export const feedIdOf = ({ kind, id }: Pick<Conversion, "kind" | "id">): FeedId => ({ kind: feedKinds[kind], id });

/**
 * Creates a list entry from a conversion and its rendered item.
 * `moreKeys` is JSON to append to the entry's join keys.
 */
export const entryOf = (conversion: Conversion, item: object, moreKeys: string): FeedEntry => ({
  ...feedIdOf(conversion),
  at: conversion.at,
  modifiedAt: conversion.modifiedAt,
  locationId: conversion.locationId,
  providerId: conversion.providerId,
  rating: null,
  customFields: {},
  json: JSON.stringify(item),
  tail: null,
  keys: `${joinKeys(conversion)},${moreKeys}`,
});

const joinKeys = ({ locationId, providerId, campaignId, appointmentId }: Conversion): string =>
  `"_location_id":${locationId},"_provider_id":${providerId},"_campaign_id":${campaignId},"_appointment_id":${appointmentId}`;

export const conversionEntry = (conversion: Conversion, names: Names, calendar: LocalCalendar): FeedEntry => ({
  ...entryOf(conversion, conversionItem(conversion, names), localDates(conversion, calendar)),
  name: conversionId(conversion),
});

/** Returns the local dates of a conversion and its appointment, as JSON without braces. */
function localDates({ at, appointmentAt }: Conversion, calendar: LocalCalendar): string {
  const ofAppointment = appointmentAt === null ? null : localDateOf(appointmentAt, calendar);
  return `"_local_date":"${calendar.dateOf(at)}","_appt_local_date":${JSON.stringify(ofAppointment)}`;
}
