import type { Campaign } from "../../foundation/catalog/campaign.js";
import { channelSpelling } from "../../subjects/conversions/channel.js";

/**
 * Normalizes the channels of campaigns to the account's spelling. The spelling of unchanged campaigns and of calls
 * takes precedence. Next come spellings that stored campaigns already use, then the spelling of the campaign with the
 * lowest id.
 */
export function withSpelledChannels(
  loaded: readonly Campaign[],
  stored: readonly Campaign[],
  ofCalls: readonly string[],
): readonly Campaign[] {
  const replaced = new Set(loaded.map(({ id }) => id));
  const staying = stored.filter(({ id }) => !replaced.has(id));
  const inUse = new Set(stored.map(({ channel }) => channel));
  const written = [...loaded].sort((a, b) => a.id - b.id).map(({ channel }) => channel.trim());
  const kept = written.filter((channel) => inUse.has(channel));
  const spell = channelSpelling([...staying.map(({ channel }) => channel), ...ofCalls, ...kept, ...written]);
  return loaded.map((campaign) => ({ ...campaign, channel: spell(campaign.channel) }));
}
