import { campaignsByNumber } from "../campaigns/campaign.js";
import type { Rendering } from "../feed/publication.js";
import { record } from "../feed/publication.js";
import type { Instant } from "../kernel/instant.js";
import type { Phone } from "../kernel/phone.js";
import type { Call } from "./call.js";
import { conversionFromCall, redelivered } from "./call.js";
import type { Conversion } from "./conversion.js";
import { conversionPublications } from "./conversion-publications.js";

/** Makes conversions of calls, or brings those up to date that were made of them before; answers what is new or different. */
export async function recordCalls(delivered: readonly Call[], rendering: Rendering): Promise<readonly Conversion[]> {
  const { stores, account, now } = rendering;
  const calls = await withCampaigns(delivered, rendering);
  const ids = calls.map(({ id }) => id);
  const known = new Map((await stores.conversions.byIds(account, "call", ids)).map((one) => [one.id, one]));
  const contacts = await earliestContacts(
    calls.filter(({ id }) => !known.has(id)),
    rendering,
  );
  const conversions = calls.map((call) => {
    const before = known.get(call.id);
    if (before) return redelivered(before, call);
    return conversionFromCall(call, call.phone === null ? undefined : contacts.get(call.phone), now);
  });
  return record(conversionPublications.call, conversions, rendering);
}

/** Calls that do not say their campaign belong to the one whose number was called. */
async function withCampaigns(calls: readonly Call[], { stores, account }: Rendering): Promise<readonly Call[]> {
  const { campaigns } = await stores.catalog.read(account, "campaigns");
  const campaignOf = campaignsByNumber(campaigns);
  return calls.map((call) => ({ ...call, campaignId: call.campaignId ?? campaignOf(call.trackingNumber) }));
}

function earliestContacts(
  calls: readonly Call[],
  { stores, account }: Rendering,
): Promise<ReadonlyMap<Phone, Instant>> {
  const phones = new Set(calls.flatMap(({ phone }) => phone ?? []));
  return stores.contacts.earliest(account, [...phones]);
}
