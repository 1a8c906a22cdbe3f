/** The lists of the change feed, as callers name them. */
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

/** A published list; survey responses are one list a survey. */
export type FeedList = Exclude<PublicList, "survey-responses"> | `responses/${number}`;

/** Which entry of a list: a number, after a small kind where a list mixes kinds. Ids sort as numbers. */
export type FeedId = { readonly kind: number; readonly id: number };

/** What the lists of responses to single surveys begin with: to callers they are one. */
export const responsesPrefix = "responses/";

/** The list as callers name it. */
export const publicListOf = (list: FeedList): PublicList => (isOfResponses(list) ? "survey-responses" : list);

/** Whether a list holds the responses to one survey. */
export const isOfResponses = (list: FeedList): list is `responses/${number}` => list.startsWith(responsesPrefix);

/** What callers know an entry by. */
export const publicIdOf = ({ id, name }: { readonly id: number; readonly name?: string }): string => name ?? String(id);
