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
] as const;

export type PublicList = (typeof publicLists)[number];

/** Published list. Each survey has its own list of responses. */
export type FeedList = Exclude<PublicList, "survey-responses"> | `responses/${number}`;

/**
 * Key of an entry: a numeric id, preceded by a small `kind` number in lists with several kinds. Ids sort as numbers.
 */
export type FeedId = { readonly kind: number; readonly id: number };

/** Name prefix of the lists of survey responses. Callers see these lists as one. */
export const responsesPrefix = "responses/";

/** Returns the public name of a list. */
export const publicListOf = (list: FeedList): PublicList => (isOfResponses(list) ? "survey-responses" : list);

/** Returns true if a list holds the responses to one survey. */
export const isOfResponses = (list: FeedList): list is `responses/${number}` => list.startsWith(responsesPrefix);

/** Returns the public id of an entry. */
export const publicIdOf = ({ id, name }: { readonly id: number; readonly name?: string }): string => name ?? String(id);
