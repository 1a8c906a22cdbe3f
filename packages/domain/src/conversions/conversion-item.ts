import type { Names } from "../catalog/names.js";
import type { FeedEntry } from "../feed/feed.js";
import { isoInstant } from "../kernel/instant.js";
import { defaultChannel } from "./channel.js";
import type { Conversion, ConversionKind } from "./conversion.js";
import { conversionId } from "./conversion.js";

/** What a conversion says of where it came from. */
export function originOf({ campaignId, source: sent }: Pick<Conversion, "campaignId" | "source">, names: Names) {
  const campaign = names.campaign(campaignId);
  const source = sent ?? campaign.source;
  return { campaign: campaign.name, channel: campaign.channel ?? defaultChannel(source), source };
}

/** A conversion as it is published in the list of conversions. */
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

// Of a call and a submission of the same second the call comes first: lists go down.
const feedKinds: Readonly<Record<ConversionKind, number>> = { submission: 0, call: 1 };

/** A conversion as an entry of a list, with the item that it shows there. */
export const entryOf = (conversion: Conversion, item: object): FeedEntry => ({
  kind: feedKinds[conversion.kind],
  id: conversion.id,
  at: conversion.at,
  modifiedAt: conversion.modifiedAt,
  locationId: conversion.locationId,
  providerId: conversion.providerId,
  rating: null,
  customFields: {},
  json: JSON.stringify(item),
  tail: null,
});

/** A conversion as an entry of the list of conversions. */
export const conversionEntry = (conversion: Conversion, names: Names): FeedEntry =>
  entryOf(conversion, conversionItem(conversion, names));
