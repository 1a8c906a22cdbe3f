import type { CallId, CampaignId } from "../../foundation/kernel/ids.js";
import { idOf, label, optional, ownId } from "../../foundation/kernel/line-fields.js";
import type { Shaped } from "../../foundation/kernel/line-shape.js";
import { instant } from "../../foundation/kernel/line-times.js";
import { parsePhone, usualNumber } from "../../foundation/kernel/phone.js";
import type { Call } from "./call.js";

/** Fields of a `call` line in a bundle. */
export const callLine = {
  id: ownId<CallId>(),
  called_at: instant,
  from_number: label,
  tracking_number: label,
  campaign_id: optional(idOf<CampaignId>("campaign")),
  source: optional(label),
};

export const callFromLine = (line: Shaped<typeof callLine>): Call => ({
  id: line.id,
  at: line.called_at,
  fromNumber: line.from_number,
  phone: parsePhone(line.from_number),
  trackingNumber: usualNumber(line.tracking_number),
  campaignId: line.campaign_id,
  source: line.source,
  sentCampaign: null,
  sentChannel: null,
});
