import type { Campaign, CatalogPorts } from "../../foundation/catalog/catalog.js";
import { invalid, notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Stores } from "../../foundation/kernel/storage.js";
import { channelSpelling, isInTable } from "../conversions/conversion-item.js";
import { channelsOfCalls } from "./campaign-summary.js";

/** Lists the campaigns of an account, sorted by id. */
export function listCampaigns({ storage }: CatalogPorts) {
  return async (account: AccountId): Promise<readonly Campaign[]> => {
    const { campaigns } = await storage.read(account, ({ catalog }) => catalog.read(account, "campaigns"));
    return [...campaigns].sort((a, b) => a.id - b.id);
  };
}

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
    return { campaign, url: withTrackingParameter(url, campaign.scctParameter.trim()) };
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

/** Characters that need no encoding in a query or a cookie. The tracking script has the same shape. */
const parameterShape = /^[A-Za-z0-9_.~:@/-]{1,128}$/;

/** True if a tracked link can carry the tracking parameter. */
export const isLinkable = (parameter: string): boolean => parameterShape.test(parameter);

const trackingParameter = "scct";

/** Capturing groups: address, query with `?`, fragment with `#`. */
const addressShape = /^(https?:\/\/[^\s\\/?#][^\s\\?#]*)(\?[^\s\\#]*)?(#[^\s\\]*)?$/i;

/**
 * Sets the tracking parameter in the query of a URL, replacing an existing tracking parameter. Keeps the rest of the
 * URL unchanged, byte for byte: the order and encoding of other parameters, duplicates, and the fragment.
 */
export function withTrackingParameter(url: string, parameter: string): string {
  if (!isLinkable(parameter)) {
    throw invalid(
      "invalid_scct_parameter",
      "the tracking parameter must have 1 to 128 letters, digits and the characters - _ . ~ : @ /",
    );
  }
  const [, address, query = "", fragment = ""] = URL.canParse(url) ? (addressShape.exec(url) ?? []) : [];
  if (address === undefined) throw invalid("invalid_url", "the link must be a complete http or https URL");
  return `${address}?${trackedQuery(query.slice(1), `${trackingParameter}=${parameter}`)}${fragment}`;
}

function trackedQuery(query: string, tracking: string): string {
  const pairs = query.split("&");
  const first = pairs.findIndex(isTracking);
  if (first < 0) return query === "" || query.endsWith("&") ? query + tracking : `${query}&${tracking}`;
  return pairs.flatMap((pair, index) => (index === first ? tracking : isTracking(pair) ? [] : pair)).join("&");
}

/**
 * Returns true if a query pair is the tracking parameter. Decodes the name first, because `%73cct` is the same
 * parameter.
 */
function isTracking(pair: string): boolean {
  const [written = ""] = pair.split("=", 1);
  const plain = written.replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return plain === trackingParameter;
}

/**
 * Normalizes the channels of loaded campaigns to the spelling that the account already uses.
 * Unchanged campaigns and calls take precedence, followed by the stored versions of the loaded campaigns.
 * Otherwise, the spelling of the loaded campaign with the lowest id applies.
 * Reads the channels of calls only if a channel is new to the account.
 */
export async function spellChannels(
  loaded: readonly Campaign[],
  stored: readonly Campaign[],
  { outcomes }: Stores,
  account: AccountId,
): Promise<readonly Campaign[]> {
  const inUse = new Set(stored.map(({ channel }) => channel));
  const isNew = ({ channel }: Campaign) => !inUse.has(channel) && !isInTable(channel);
  const ofCalls = loaded.some(isNew) ? await channelsOfCalls(outcomes, account) : [];
  const replaced = new Set(loaded.map(({ id }) => id));
  const staying = stored.filter(({ id }) => !replaced.has(id));
  const written = [...loaded].sort((a, b) => a.id - b.id).map(({ channel }) => channel.trim());
  const usedSpellings = written.filter((channel) => inUse.has(channel));
  const spell = channelSpelling([...staying.map(({ channel }) => channel), ...ofCalls, ...usedSpellings, ...written]);
  return loaded.map((campaign) => ({ ...campaign, channel: spell(campaign.channel) }));
}
