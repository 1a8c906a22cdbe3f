import { type Campaign, campaignsByNumber } from "../../foundation/catalog/campaign.js";
import { sameValue } from "../../foundation/kernel/same-value.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { LinkingStores } from "../appointments/appointment-store.js";
import { linkConversions, storeLinked } from "../appointments/link-conversions.js";
import type { ContactStore } from "../conversions/contact-store.js";
import type { Conversion } from "../conversions/conversion.js";
import { newPatients } from "../conversions/new-patients.js";
import { storeConversions } from "../conversions/store-conversions.js";
import { type Call, conversionFromCall, redelivered } from "./call.js";

export type CallStores = LinkingStores & { readonly contacts: ContactStore };

/**
 * Creates conversions for new calls and links them to appointments. Updates the conversions of known calls. Returns all
 * new and changed conversions.
 */
export async function recordCalls(
  delivered: readonly Call[],
  work: UnitOfWork<CallStores>,
): Promise<readonly Conversion[]> {
  const { stores, account } = work;
  const calls = withCampaigns(delivered, work.campaigns);
  const ids = calls.map(({ id }) => id);
  const known = new Map((await stores.conversions.byIds(account, "call", ids)).map((one) => [one.id, one]));
  const again = calls.flatMap((call) => {
    const before = known.get(call.id);
    return before ? [{ before, after: redelivered(before, call) }] : [];
  });
  const updated = again.flatMap(({ before, after }) => (sameValue(before, after) ? [] : [after]));
  const created = await newConversions(
    calls.filter(({ id }) => !known.has(id)),
    work,
  );
  await storeLinked(created, work);
  await storeConversions(updated, work);
  return [...created, ...updated];
}

async function newConversions(calls: readonly Call[], work: UnitOfWork<CallStores>): Promise<readonly Conversion[]> {
  const isNew = await newPatients(calls, work);
  const conversions = calls.map((call) => conversionFromCall(call, isNew(call), work.now));
  return linkConversions(conversions, work);
}

/** Assigns each call without a campaign to the campaign that owns the call's tracking number. */
function withCampaigns(calls: readonly Call[], campaigns: readonly Campaign[]): readonly Call[] {
  const campaignOf = campaignsByNumber(campaigns);
  return calls.map((call) => ({ ...call, campaignId: call.campaignId ?? campaignOf(call.trackingNumber) }));
}
