import { type FeedList, type PublicList, publicLists, responsesPrefix } from "@repute/domain";
import type { Dialect } from "../engine/dialect.js";

/** Returns the SQL condition that a row belongs to one of `lists`, and the value for its placeholder. */
export function isAmong(lists: readonly PublicList[], dialect: Dialect, placeholder: string) {
  const one = dialect.oneOf("list", "text", placeholder);
  const ofResponses = `substr(list, 1, ${responsesPrefix.length}) = '${responsesPrefix}'`;
  return {
    condition: lists.includes("survey-responses") ? `(${one} OR ${ofResponses})` : one,
    value: dialect.list(lists),
  };
}

/**
 * Returns the sorted internal names of public lists.
 * The survey responses are replaced by the internal lists in `responses`.
 */
export const feedLists = (lists: readonly PublicList[] = publicLists, responses: readonly FeedList[]): FeedList[] =>
  lists.flatMap((list) => (list === "survey-responses" ? responses : [list])).sort(byName);

/** Compares list names in the order that both database engines use. All names are ASCII. */
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns a query for the first list of survey responses whose name sorts after `after`. */
export const nextResponses = (account: string, after: string): string =>
  `SELECT min(list) AS list FROM feed WHERE account_id = ${account} AND list > ${after} AND list < '${afterResponses}'`;

/** String that sorts before the names of all survey response lists. */
export const beforeResponses = responsesPrefix;

const afterResponses = `${responsesPrefix.slice(0, -1)}0`;
