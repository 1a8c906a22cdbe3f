import type { FeedList } from "../feed/feed.js";
import { isOfResponses } from "../feed/public-lists.js";

const ofEvery = ["_id", "_changed_at"] as const;
const ofConversions = [...ofEvery, "_location_id", "_provider_id", "_campaign_id", "_appointment_id"] as const;
const ofResponses = [...ofEvery, "_survey_id"] as const;

/** What items of a list begin with where their keys are asked for. */
export function keyNames(list: FeedList): readonly string[] {
  if (isOfResponses(list)) return ofResponses;
  return list === "calls" || list === "conversions" ? ofConversions : ofEvery;
}
