import type { CampaignId, SpendId } from "../../foundation/kernel/ids.js";
import { idOf, money, ownId } from "../../foundation/kernel/line-fields.js";
import type { Shaped } from "../../foundation/kernel/line-shape.js";
import { date } from "../../foundation/kernel/line-times.js";
import type { Spend } from "./spend.js";

/** Fields of a `spend` line in a bundle. */
export const spendLine = {
  id: ownId<SpendId>(),
  campaign_id: idOf<CampaignId>("campaign"),
  start_date: date,
  end_date: date,
  amount: money,
};

export const spendFromLine = (line: Shaped<typeof spendLine>): Spend => ({
  id: line.id,
  campaignId: line.campaign_id,
  from: line.start_date,
  to: line.end_date,
  amount: line.amount,
});
