import type { FeedList, PublicList } from "@repute/domain";
import { publicLists, responsesPrefix } from "@repute/domain";
import type { Dialect } from "../dialect.js";

/** The condition that the list of a row is one of these, with the value that is bound at `placeholder`. */
export function isAmong(lists: readonly PublicList[], dialect: Dialect, placeholder: string) {
  const one = dialect.oneOf("list", "text", placeholder);
  const ofResponses = `substr(list, 1, ${responsesPrefix.length}) = '${responsesPrefix}'`;
  return {
    condition: lists.includes("survey-responses") ? `(${one} OR ${ofResponses})` : one,
    value: dialect.list(lists),
  };
}

/** The lists of the feed that these are, by name: `responses` are those that hold responses to surveys. */
export const feedLists = (lists: readonly PublicList[] = publicLists, responses: readonly FeedList[]): FeedList[] =>
  lists.flatMap((list) => (list === "survey-responses" ? responses : [list])).sort(byName);

/** By name, as both engines sort: names are ASCII. */
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Selects the list of responses that follows the one that is bound, up to where there are no more of them. */
export const nextResponses = (account: string, after: string): string =>
  `SELECT min(list) AS list FROM feed WHERE account_id = ${account} AND list > ${after} AND list < '${afterResponses}'`;

/** Before all of them. */
export const beforeResponses = responsesPrefix;

const afterResponses = `${responsesPrefix.slice(0, -1)}0`;
