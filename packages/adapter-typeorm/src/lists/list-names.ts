import type { FeedList, PublicList } from "@repute/domain";
import { publicLists, responsesPrefix } from "@repute/domain";
import type { Dialect } from "../engine/dialect.js";

/** Returns the condition that the list of a row is one of `lists`, and the value to bind at `placeholder`. */
export function isAmong(lists: readonly PublicList[], dialect: Dialect, placeholder: string) {
  const one = dialect.oneOf("list", "text", placeholder);
  const ofResponses = `substr(list, 1, ${responsesPrefix.length}) = '${responsesPrefix}'`;
  return {
    condition: lists.includes("survey-responses") ? `(${one} OR ${ofResponses})` : one,
    value: dialect.list(lists),
  };
}

/** Returns the names of the feed lists for public lists, sorted. `responses` are the lists of survey responses. */
export const feedLists = (lists: readonly PublicList[] = publicLists, responses: readonly FeedList[]): FeedList[] =>
  lists.flatMap((list) => (list === "survey-responses" ? responses : [list])).sort(byName);

/** Compares names as both database engines do. All names are ASCII. */
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the query for the first list of survey responses after a name. */
export const nextResponses = (account: string, after: string): string =>
  `SELECT min(list) AS list FROM feed WHERE account_id = ${account} AND list > ${after} AND list < '${afterResponses}'`;

/** Sorts before the name of every list of survey responses. */
export const beforeResponses = responsesPrefix;

const afterResponses = `${responsesPrefix.slice(0, -1)}0`;
