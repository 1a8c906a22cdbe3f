import type { CampaignId } from "../kernel/ids.js";
import { rememberedOf } from "../kernel/remembered.js";

/** Marketing campaign, with the identifiers that attribute conversions to the campaign. */
export type Campaign = {
  readonly id: CampaignId;
  readonly name: string;
  readonly channel: string;
  readonly source: string | null;
  /** Value of the `scct` parameter in online submissions from this campaign. */
  readonly scctParameter: string | null;
  /** Tracking phone numbers of the campaign. Usable numbers are in E.164 format; others are stored unchanged. */
  readonly trackingNumbers: readonly string[];
};

/**
 * Returns a function that finds a campaign by tracking number.
 * If several campaigns share a number, finds the campaign with the lowest id.
 */
export const campaignsByNumber = rememberedOf((campaigns: readonly Campaign[]) => {
  const found = new Map<string, CampaignId>();
  for (const { id, trackingNumbers } of campaigns) {
    for (const number of trackingNumbers) if (!found.has(number)) found.set(number, id);
  }
  return (trackingNumber: string): CampaignId | null => found.get(trackingNumber) ?? null;
});

/**
 * Returns a function that finds a campaign by link parameter.
 * If several campaigns share a parameter, finds the campaign with the lowest id.
 */
export const campaignsByParameter = rememberedOf((campaigns: readonly Campaign[]) => {
  const found = new Map<string, CampaignId>();
  for (const { id, scctParameter } of campaigns) {
    if (scctParameter !== null && !found.has(scctParameter)) found.set(scctParameter, id);
  }
  return (scctParameter: string): CampaignId | null => found.get(scctParameter) ?? null;
});
