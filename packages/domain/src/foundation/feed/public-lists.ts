/** Names of the lists in the change feed. */
export const publicLists = [
  "reviews",
  "surveys",
  "survey-responses",
  "invites",
  "calls",
  "conversions",
  "locations",
  "providers",
  "platforms",
  "messages",
  "groups",
  "surveys-list",
  "insights/byMonth",
  "integration-imports",
  "integration-imports/appointments",
  "integration-imports/invites",
  "cahps-parsed-files",
  "cahps-parsed-files/warnings",
  "campaign-catalog",
  "spends",
  "appointments",
  "account",
] as const;

export type PublicList = (typeof publicLists)[number];

/** Name of a stored list. The responses to each survey are a separate list. */
export type FeedList = Exclude<PublicList, "survey-responses"> | `responses/${number}`;

/**
 * Key of an entry in a list: a small `kind` number and a numeric id. Keys sort by kind, then by id.
 *
 * `kind` is 0 in lists that contain only one kind of entry.
 */
export type FeedId = { readonly kind: number; readonly id: number };

/** Name prefix of the lists of survey responses. Callers see these lists as a single list. */
export const responsesPrefix = "responses/";

/** Returns the name that callers use for a list. */
export const publicListOf = (list: FeedList): PublicList => (isOfResponses(list) ? "survey-responses" : list);

/** True if a list contains the responses to one survey. */
export const isOfResponses = (list: FeedList): list is `responses/${number}` => list.startsWith(responsesPrefix);

/** Returns the id that callers use for an entry. */
export const publicIdOf = ({ id, name }: { readonly id: number; readonly name?: string }): string => name ?? String(id);
