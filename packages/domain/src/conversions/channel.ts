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
