import type { Names } from "../../foundation/catalog/names.js";
import type { FeedEntry, FeedId } from "../../foundation/feed/feed.js";
import { isoInstant } from "../../foundation/kernel/instant.js";
import type { LocalCalendar } from "../../foundation/kernel/local-calendar.js";
import { localDateOf } from "../../foundation/kernel/local-calendar.js";
import { defaultChannel } from "./channel.js";
import type { Conversion, ConversionKind } from "./conversion.js";
import { conversionId } from "./conversion.js";

/** Values that determine the channel of a conversion. */
export type Origin = Pick<Conversion, "campaignId" | "source" | "sentChannel">;

/**
 * Returns the channel of a conversion. The call tracker's channel takes precedence, then the campaign's channel, then
 * the default channel of the source.
 */
export function channelOf({ campaignId, source, sentChannel }: Origin, names: Names): string {
  const campaign = names.campaign(campaignId);
  return sentChannel ?? campaign.channel ?? defaultChannel(source ?? campaign.source);
}

/** Returns the published campaign, channel and source of a conversion. */
export function originOf(conversion: Origin & Pick<Conversion, "sentCampaign">, names: Names) {
  const { campaignId, source, sentCampaign } = conversion;
  const campaign = names.campaign(campaignId);
  return {
    campaign: sentCampaign ?? campaign.name,
    channel: channelOf(conversion, names),
    source: source ?? campaign.source,
  };
}

function conversionItem(conversion: Conversion, names: Names) {
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
