/** Channel of conversions that have neither a campaign nor a known source. */
export const unassigned = "Unassigned";

const channels: Readonly<Record<string, readonly string[]>> = {
  "Paid Search": ["ppc", "cpc", "paid"],
  "Organic Search": ["organic"],
  "Paid Social": ["paid_social"],
  "Organic Social": ["social"],
  Email: ["email"],
  "Local Listings": ["business_profile", "google_business_profile", "google_my_business", "gbp", "gmb"],
  Referral: ["referral"],
  Direct: ["direct"],
  Offline: ["print", "tv", "radio"],
};

const byWord: ReadonlyMap<string, string> = new Map(
  Object.entries(channels).flatMap(([channel, words]) => words.map((word) => [word, channel] as const)),
);

/**
 * Returns the default channel of a source. If the source has a medium after a slash, as in `google / cpc`, the medium
 * takes precedence because it is more specific.
 */
export function defaultChannel(source: string | null): string {
  const words = (source ?? "").toLowerCase().split("/").reverse();
  const known = words.map((word) => byWord.get(word.trim().replace(/[\s-]+/g, "_")));
  return known.find((channel) => channel !== undefined) ?? unassigned;
}

const table: ReadonlyMap<string, string> = new Map(
  [...Object.keys(channels), unassigned].map((channel) => [channel.toLowerCase(), channel]),
);

/**
 * Returns a function that normalizes the spelling of channels. `used` contains channels that are already in use.
 * Channels that differ only in case or surrounding spaces are the same channel.
 * The spelling of default channels takes precedence, then the first spelling in `used`.
 * Otherwise, the first spelling passed to the function applies.
 */
export function channelSpelling(used: readonly string[]): (written: string) => string {
  const known = new Map(table);
  const spell = (written: string): string => {
    const channel = known.get(folded(written)) ?? written.trim();
    known.set(folded(written), channel);
    return channel;
  };
  used.forEach(spell);
  return spell;
}

/** Returns true if a channel is one of the default channels, ignoring case. */
export const isInTable = (channel: string): boolean => table.has(folded(channel));

const folded = (channel: string): string => channel.trim().toLowerCase();
