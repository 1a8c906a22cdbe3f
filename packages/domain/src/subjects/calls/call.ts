import { type Campaign, campaignsByNumber } from "../../foundation/catalog/catalog.js";
import { parsePhone, type Phone, usualNumber } from "../../foundation/kernel/contact-details.js";
import type { AccountId, CallId, CampaignId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import { idOf, instant, label, optional, ownId } from "../../foundation/kernel/line-fields.js";
import { type Shaped, writeLine } from "../../foundation/kernel/line-shape.js";
import type { Instant } from "../../foundation/kernel/times.js";
import { foundByRows } from "../../foundation/records/personal-data.js";
import { publishedLists } from "../../foundation/records/record-lists.js";
import { countOnly, idsIn, type LoadedType, recordsFrom, storedLines } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import {
  linkConversions,
  noOutcomes,
  outcomeFields,
  outcomesIn,
  removeConversions,
  type StatedOutcomes,
  storeLinked,
} from "../appointments/association.js";
import { type Conversion, noAppointment, noProspect } from "../conversions/conversion.js";
import {
  conversionMentions,
  conversionPublications,
  newPatients,
  peopleOfConversions,
  storeConversions,
} from "../conversions/conversions.js";

/** Inbound call to a tracking number. `null` means that the value is unknown. */
export type Call = {
  readonly id: CallId;
  readonly at: Instant;
  readonly fromNumber: string;
  readonly phone: Phone | null;
  readonly trackingNumber: string;
  readonly campaignId: CampaignId | null;
  readonly source: string | null;
  /** Campaign name from the call tracker. `null` if there is no name or if `campaignId` identifies the campaign. */
  readonly sentCampaign: string | null;
  /** Channel from the call tracker. `null` if a campaign of the account determines the channel. */
  readonly sentChannel: string | null;
};

/** Supported call trackers. The ids that call trackers use for calls are unique only within one call tracker. */
export const callTrackers = ["callrail", "twilio", "calltrackingmetrics"] as const;

/** Call tracker, or any other system that sends calls as events. */
export type CallTracker = (typeof callTrackers)[number] | "generic";

/** The two ids of a call. `name` is the id in the call tracker, and `id` is the id in Repute. */
export type CallName = { readonly name: string; readonly id: CallId };

/** Store that maps call ids of call trackers to Repute's call ids. The tracker's id is called `name` here. */
export interface CallIdStore {
  /** Returns the stored call ids of these names, in any order. Ignores unknown names. */
  byNames(account: AccountId, tracker: CallTracker, names: readonly string[]): Promise<CallName[]>;
  /** Stores new names with their call ids. None of the names and call ids may be stored already. */
  add(account: AccountId, tracker: CallTracker, names: readonly CallName[]): Promise<void>;
  /** Deletes the stored call tracker ids of these calls. */
  remove(account: AccountId, ids: readonly CallId[]): Promise<void>;
}

/** New or changed call. `before` is `null` for a new call. */
export type RecordedCall = { readonly before: Conversion | null; readonly after: Conversion };

/**
 * Creates conversions for new calls and links them to appointments. Updates the conversions of known calls. Returns all
 * new and changed calls.
 */
export async function recordCalls(
  delivered: readonly Call[],
  work: UnitOfWork,
  stated: StatedOutcomes = noOutcomes,
): Promise<readonly RecordedCall[]> {
  const { stores, account } = work;
  const calls = withCampaigns(delivered, work.campaigns);
  const ids = calls.map(({ id }) => id);
  const known = new Map((await stores.conversions.byIds(account, "call", ids)).map((one) => [one.id, one]));
  const again = calls.flatMap((call) => {
    const before = known.get(call.id);
    return before ? [{ before, after: redelivered(before, call) }] : [];
  });
  const updated = again.filter(({ before, after }) => !sameValue(before, after));
  const created = await newConversions(
    calls.filter(({ id }) => !known.has(id)),
    work,
    stated,
  );
  await storeLinked(created, work);
  await storeConversions(
    updated.map(({ after }) => after),
    work,
  );
  return [...created.map((after) => ({ before: null, after })), ...updated];
}

/** Assigns each call without a campaign to the campaign that owns the call's tracking number. */
function withCampaigns(calls: readonly Call[], campaigns: readonly Campaign[]): readonly Call[] {
  const campaignOf = campaignsByNumber(campaigns);
  return calls.map((call) => ({ ...call, campaignId: call.campaignId ?? campaignOf(call.trackingNumber) }));
}

async function newConversions(
  calls: readonly Call[],
  work: UnitOfWork,
  stated: StatedOutcomes,
): Promise<readonly Conversion[]> {
  const isNew = await newPatients(calls, work);
  const conversions = calls.map((call) =>
    conversionFromCall(call, stated.get(call.id)?.newPatient ?? isNew(call), work.now),
  );
  return linkConversions(conversions, work, stated);
}

/** Creates the conversion for a call. `now` becomes the time of creation and of the last change. */
export const conversionFromCall = (call: Call, newPatient: boolean, now: Instant): Conversion => ({
  kind: "call",
  id: call.id,
  type: "Call",
  at: call.at,
  fromNumber: call.fromNumber,
  phone: call.phone,
  trackingNumber: call.trackingNumber,
  campaignId: call.campaignId,
  source: call.source,
  sentCampaign: call.sentCampaign,
  sentChannel: call.sentChannel,
  newPatient,
  createdAt: now,
  modifiedAt: now,
  ...noProspect,
  ...noAppointment,
});

/**
 * Updates the tracking number, campaign and source of a call that is imported again. Does not change the caller or the
 * time of the call.
 */
const redelivered = (
  known: Conversion,
  { trackingNumber, campaignId, source, sentCampaign, sentChannel }: Call,
): Conversion => ({ ...known, trackingNumber, campaignId, source, sentCampaign, sentChannel });

/** Deletes calls, and the ids that call trackers use for these calls. Returns the deleted conversions. */
export async function removeCalls(ids: readonly CallId[], work: UnitOfWork): Promise<readonly Conversion[]> {
  const { stores, account } = work;
  const found = await stores.conversions.byIds(account, "call", ids);
  await removeConversions(found, work);
  await stores.callIds.remove(account, ids);
  return found;
}

/** Fields of a `call` line in a bundle. */
export const callLine = {
  id: ownId<CallId>(),
  called_at: instant,
  from_number: label,
  tracking_number: label,
  campaign_id: optional(idOf<CampaignId>("campaign")),
  source: optional(label),
  campaign: optional(label),
  channel: optional(label),
  ...outcomeFields,
};

export const callFromLine = (line: Shaped<typeof callLine>): Call => ({
  id: line.id,
  at: line.called_at,
  fromNumber: line.from_number,
  phone: parsePhone(line.from_number),
  trackingNumber: usualNumber(line.tracking_number),
  campaignId: line.campaign_id,
  source: line.source,
  sentCampaign: line.campaign,
  sentChannel: line.channel,
});

const callToLine = ({ at, sentCampaign, sentChannel, ...call }: Conversion) =>
  writeLine(callLine, { ...call, calledAt: at, campaign: sentCampaign, channel: sentChannel });

export const callType: LoadedType<"call"> = {
  kind: "call",
  lines: {
    shape: callLine,
    keys: ["id"],
    weight: 2,
    contacts: ["from_number"],
    storing: () => ({
      store: async (lines, work) =>
        countOnly(await recordCalls(recordsFrom(callLine, callFromLine, lines), work, outcomesIn(lines))),
    }),
    stored: storedLines(({ conversions }, account, page) => conversions.page(account, "call", page), callToLine),
    removing: async (keys, work) => countOnly(await removeCalls(idsIn(keys), work)),
  },
  lists: publishedLists("conversions", conversionPublications.call),
  mentions: conversionMentions("call"),
  ofPerson: foundByRows(
    (stores, account) => peopleOfConversions<CallId>("call", stores, account),
    removeCalls,
    "appointment",
  ),
};
