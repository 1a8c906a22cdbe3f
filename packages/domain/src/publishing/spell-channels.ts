import type { Campaign } from "../catalog/campaign.js";
import { channelSpelling } from "../conversions/channel.js";

/**
 * Campaigns that are to be stored, with their channels as the account writes them: as campaigns that stay and calls have
 * them, else as one of these campaigns keeps it, else as the one with the least id has it.
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
