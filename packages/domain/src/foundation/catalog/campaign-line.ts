import type { CampaignId } from "../kernel/ids.js";
import { defaulted, label, optional, ownId, texts } from "../kernel/line-fields.js";
import type { Shaped } from "../kernel/line-shape.js";
import { usualNumber } from "../kernel/phone.js";
import type { Campaign } from "./campaign.js";

export const campaignLine = {
  id: ownId<CampaignId>(),
  name: label,
  channel: label,
  source: optional(label),
  scct_parameter: optional(label),
  tracking_numbers: defaulted(texts, []),
};

export const campaignFromLine = (line: Shaped<typeof campaignLine>): Campaign => ({
  id: line.id,
  name: line.name,
  channel: line.channel,
  source: line.source,
  scctParameter: line.scct_parameter,
  trackingNumbers: [...new Set(line.tracking_numbers.map(usualNumber))],
});
