import { campaignFromLine } from "../../foundation/catalog/campaign-line.js";
import { byId } from "../../foundation/catalog/names.js";
import { localCalendar } from "../../foundation/kernel/local-calendar.js";
import { appointmentFromLine } from "../../subjects/appointments/appointment-line.js";
import { channelSpelling } from "../../subjects/conversions/channel.js";
import { originOf } from "../../subjects/conversions/conversion-item.js";
import { isNewPatient } from "../../subjects/conversions/conversion.js";
import { firstContacts } from "../../subjects/conversions/first-contacts.js";
import { inviteFromLine } from "../../subjects/invites/invite-line.js";
import type { LinesByKind } from "../bundle/bundle-line.js";
import { conversionFrom, type ConversionLine } from "./conversion-from.js";
import { settingsFrom, valuesOf } from "./record-from.js";

/** Records of an account that are compared with a conversion. Absent arrays are empty. */
export type KnownLines = {
  readonly campaigns?: readonly LinesByKind["campaign"][];
  readonly appointments?: readonly LinesByKind["appointment"][];
  readonly invites?: readonly LinesByKind["invite"][];
};

/** Marketing origin of a conversion, and whether it came from a new patient. */
export type ConversionClass = {
  /** Name of the campaign, or `null` if no campaign has the tracking number or the link parameter. */
  readonly campaign: string | null;
  /** Marketing channel. `Unassigned` if unknown. */
  readonly channel: string;
  readonly source: string | null;
  /** True if no appointment and no invite with the same phone number is earlier than the conversion. */
  readonly newPatient: boolean;
};

/**
 * Determines the campaign and the channel of a call or submission, and whether it came from a new patient.
 *
 * `settings` are the keys of an `account` line, of which `time_zone` matters. The default is UTC. Throws
 * `invalid_line` if a line has a wrong key or value.
 */
export function classifyConversion(
  line: ConversionLine,
  known: KnownLines,
  settings: LinesByKind["account"] = {},
): ConversionClass {
  const calendar = localCalendar(settingsFrom(settings).timeZone);
  const spell = channelSpelling([]);
  const campaigns = (known.campaigns ?? [])
    .map((campaign) => campaignFromLine(valuesOf("campaign", campaign)))
    .sort((a, b) => a.id - b.id)
    .map((campaign) => ({ ...campaign, channel: spell(campaign.channel) }));
  const conversion = conversionFrom(line, calendar, campaigns);
  const { at, phone, campaignId } = conversion;
  const contacts = firstContacts(
    (known.invites ?? []).map((invite) => inviteFromLine(valuesOf("invite", invite))),
    (known.appointments ?? []).map((one) => appointmentFromLine(valuesOf("appointment", one))),
  );
  const campaign = campaignId === null ? undefined : byId(campaigns).get(campaignId);
  return {
    ...originOf(conversion, { campaign: () => campaign ?? { name: null, channel: null, source: null } }),
    newPatient: isNewPatient(at, phone === null ? undefined : contacts.get(phone), calendar),
  };
}
