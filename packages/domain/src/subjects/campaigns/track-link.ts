import type { Campaign } from "../../foundation/catalog/campaign.js";
import type { CatalogPorts } from "../../foundation/catalog/catalog-store.js";
import { invalid, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { listCampaigns } from "./list-campaigns.js";
import { withTrackingParameter } from "./tracking-link.js";

/** Link that contains the tracking parameter of a campaign. */
export type TrackedLink = { readonly campaign: Campaign; readonly url: string };

/**
 * Adds the tracking parameter of a campaign to a link. `wanted` is the id of the campaign, or its name in upper or
 * lower case.
 */
export function trackLink(ports: CatalogPorts) {
  const list = listCampaigns(ports);
  return async (account: AccountId, wanted: string, url: string): Promise<TrackedLink> => {
    const campaign = campaignCalled(wanted, await list(account));
    if (campaign.scctParameter === null) {
      const { name, id } = campaign;
      throw invalid(
        "campaign_not_tracked",
        `the campaign ${name} (${id}) has no scct_parameter; load the campaign with an scct_parameter first`,
      );
    }
    return { campaign, url: withTrackingParameter(url, campaign.scctParameter) };
  };
}

function campaignCalled(wanted: string, campaigns: readonly Campaign[]): Campaign {
  const byId = campaigns.find(({ id }) => String(id) === wanted);
  const named = byId ? [byId] : campaigns.filter(({ name }) => folded(name) === folded(wanted));
  const [campaign] = named;
  if (!campaign) {
    const known = knownCampaigns(campaigns);
    throw notFound("campaign_not_found", `no campaign has the id or name ${JSON.stringify(wanted)}; ${known}`);
  }
  if (named.length === 1) return campaign;
  const ids = named.map(({ id }) => id).join(", ");
  throw invalid("campaign_ambiguous", `several campaigns have the name ${campaign.name}; use one of these ids: ${ids}`);
}

/** Maximum number of campaigns in an error message. */
const maxNamed = 10;

function knownCampaigns(campaigns: readonly Campaign[]): string {
  if (campaigns.length === 0) return "the account has no campaigns";
  const named = campaigns.slice(0, maxNamed).map(({ id, name }) => `${name} (${id})`);
  const others = campaigns.length - named.length;
  return `the account has these campaigns: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

const folded = (name: string): string => name.trim().toLowerCase();
