import { campaignFromLine } from "../../foundation/catalog/campaign-line.js";
import type { Campaign } from "../../foundation/catalog/campaign.js";
import type { Report } from "../../foundation/records/line-rules.js";
import type { ReadLine } from "./bundle-kinds.js";

/** A campaign that has a parameter or tracking number, and its description for error messages. */
type Owner = Pick<Campaign, "id"> & { readonly called: string };

/**
 * Reports `campaign` lines whose parameter or tracking number another campaign already has, in the file or in the
 * account. A shared parameter or number would make the campaign of a submission or call ambiguous.
 */
export function checkCampaigns(stored: readonly Campaign[], small: readonly ReadLine[], report: Report): void {
  const loaded = small
    .filter(({ kind }) => kind === "campaign")
    .map(({ line, values }) => ({ line, campaign: campaignFromLine(values as CampaignLine) }));
  const replaced = new Set(loaded.map(({ campaign }) => campaign.id));
  const owners = new Map<string, Owner>();
  for (const campaign of stored.filter(({ id }) => !replaced.has(id))) {
    const owner = { id: campaign.id, called: `campaign ${campaign.id} in the account` };
    for (const { text } of marksOf(campaign)) if (!owners.has(text)) owners.set(text, owner);
  }
  for (const { line, campaign } of loaded) {
    for (const { key, text } of marksOf(campaign)) {
      const owner = owners.get(text);
      const message = `is already used by ${owner?.called}`;
      if (!owner) owners.set(text, { id: campaign.id, called: `campaign ${campaign.id} on line ${line}` });
      else if (owner.id !== campaign.id) report({ line, kind: "campaign", key, message });
    }
  }
}

type CampaignLine = Parameters<typeof campaignFromLine>[0];

/** Returns the parameter and the tracking numbers that identify a campaign, each with its key in a bundle line. */
const marksOf = ({ scctParameter, trackingNumbers }: Campaign) => [
  ...(scctParameter === null ? [] : [{ key: "scct_parameter", text: `parameter ${scctParameter}` }]),
  ...trackingNumbers.map((number) => ({ key: "tracking_numbers", text: `number ${number}` })),
];
