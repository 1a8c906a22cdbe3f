import { linkConversions, storeLinked } from "../attribution/link-conversions.js";
import { campaignsByNumber } from "../campaigns/campaign.js";
import type { Rendering } from "../feed/publication.js";
import { sameValue } from "../kernel/same-value.js";
import type { Call } from "./call.js";
import { conversionFromCall, redelivered } from "./call.js";
import type { Conversion } from "./conversion.js";
import { newPatients } from "./new-patients.js";
import { storeConversions } from "./store-conversions.js";

/**
 * Makes conversions of calls and links them to the appointments that they led to, or brings those up to date that were
 * made of them before; answers what is new or different.
 */
export async function recordCalls(delivered: readonly Call[], rendering: Rendering): Promise<readonly Conversion[]> {
  const { stores, account } = rendering;
  const calls = await withCampaigns(delivered, rendering);
  const ids = calls.map(({ id }) => id);
  const known = new Map((await stores.conversions.byIds(account, "call", ids)).map((one) => [one.id, one]));
  const again = calls.flatMap((call) => {
    const before = known.get(call.id);
    return before ? [{ before, after: redelivered(before, call) }] : [];
  });
  const updated = again.flatMap(({ before, after }) => (sameValue(before, after) ? [] : [after]));
  const created = await newConversions(
    calls.filter(({ id }) => !known.has(id)),
    rendering,
  );
  await storeLinked(created, rendering);
  await storeConversions(updated, rendering);
  return [...created, ...updated];
}

async function newConversions(calls: readonly Call[], rendering: Rendering): Promise<readonly Conversion[]> {
  const isNew = await newPatients(calls, rendering);
  const conversions = calls.map((call) => conversionFromCall(call, isNew(call), rendering.now));
  return linkConversions(conversions, rendering);
}

/** Calls that do not say their campaign belong to the one whose number was called. */
async function withCampaigns(calls: readonly Call[], { stores, account }: Rendering): Promise<readonly Call[]> {
  const { campaigns } = await stores.catalog.read(account, "campaigns");
  const campaignOf = campaignsByNumber(campaigns);
  return calls.map((call) => ({ ...call, campaignId: call.campaignId ?? campaignOf(call.trackingNumber) }));
}
