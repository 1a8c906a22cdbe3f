import type { Campaign } from "../../foundation/catalog/campaign.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { channelSpelling, isInTable } from "../conversions/channel.js";
import { channelsOfCalls, type OutcomeStore } from "./outcome-store.js";

export type SpellingStores = { readonly outcomes: Pick<OutcomeStore, "origins"> };

/**
 * Normalizes the channels of loaded campaigns to the spelling that the account already uses.
 * Unchanged campaigns and calls take precedence, followed by the stored versions of the loaded campaigns.
 * Otherwise, the spelling of the loaded campaign with the lowest id applies.
 * Reads the channels of calls only if a channel is new to the account.
 */
export async function spellChannels(
  loaded: readonly Campaign[],
  stored: readonly Campaign[],
  { outcomes }: SpellingStores,
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
