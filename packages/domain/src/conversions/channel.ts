/** The channel of whatever no campaign and no known source claims. */
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
 * The channel that a source belongs to where no campaign says it. A source may name its medium after a slash, as in
 * `google / cpc`: the medium tells more, so it is asked first.
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
 * What writes every channel in one way: as the table has it, else as it was `used` first, else as it is written first.
 * Case and outer spaces make no other channel of it.
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

/** Whether a channel is one of the table's, whatever its case. */
export const isInTable = (channel: string): boolean => table.has(folded(channel));

const folded = (channel: string): string => channel.trim().toLowerCase();
