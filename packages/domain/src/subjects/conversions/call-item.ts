import type { Names } from "../../foundation/catalog/names.js";
import type { FeedEntry } from "../../foundation/feed/feed.js";
import { displayDate } from "../../foundation/kernel/display-time.js";
import { type Instant, isoInstant } from "../../foundation/kernel/instant.js";
import type { ItemKeys } from "../../foundation/kernel/item-keys.js";
import { type ConversionKeys, entryOf, originOf } from "./conversion-item.js";
import type { Conversion } from "./conversion.js";

/** Texts that the list of calls shows instead of an unknown value or an unknown patient. */
const noText = "-";
const noPatient = "Unknown";

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

/** Renders a call as an item of the list of calls. `display` formats an instant in the account's time zone. */
function callItem(call: Conversion, names: Names, display: (instant: Instant) => string): CallItem {
  const { campaign, channel, source } = originOf(call, names);
  return {
    appt_date: timeOf(call.appointmentAt, display),
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

function timeOf(at: Conversion["appointmentAt"], display: (instant: Instant) => string): string {
  if (at === null) return noText;
  return typeof at === "number" ? display(at) : displayDate(at);
}

export const callEntry = (call: Conversion, names: Names, display: (instant: Instant) => string): FeedEntry =>
  entryOf(call, callItem(call, names, display), utcTimes(call));

/** Returns the UTC times of a call and its appointment, as JSON without braces. */
function utcTimes({ at, appointmentAt }: Conversion): string {
  const ofAppointment = typeof appointmentAt === "number" ? isoInstant(appointmentAt) : null;
  return `"_call_at":"${isoInstant(at)}","_appt_at":${JSON.stringify(ofAppointment)}`;
}
