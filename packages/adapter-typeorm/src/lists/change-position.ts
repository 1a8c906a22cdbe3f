import {
  type ChangedEntry,
  type FeedList,
  type Progress,
  type PublicList,
  publicLists,
  responsesPrefix,
} from "@repute/domain";
import type { Dialect } from "../engine.js";
import type { Position } from "./list-query.js";

/** Position in the sort order of changes. A position is valid even if no change has this position. */
export type ChangePosition = {
  readonly revision: number;
  readonly list: string;
  readonly kind: number;
  readonly id: number;
};

/** String that sorts after all list names. */
const afterLists = "~";

/** The position after all changes. */
export const lastOfAll: ChangePosition = { revision: Number.MAX_SAFE_INTEGER, list: afterLists, kind: 0, id: 0 };

/** Returns the position from which a copy continues reading changes. */
export const beginningAfter = ({ phase, revision, last }: Progress): ChangePosition =>
  phase === "changes" && last ? { ...last, revision } : { revision, list: afterLists, kind: 0, id: 0 };

/**
 * Returns true if a copy must start over.
 * This is the case if deletions that it has not read were purged, or if its revision is unknown.
 */
export const isLost = (
  { revision, sweptRevision }: { readonly revision: number; readonly sweptRevision: number },
  after: Progress,
): boolean =>
  after.revision > revision || after.revision < sweptRevision + (after.phase === "changes" && after.last ? 1 : 0);

/** Returns the progress of a copy that has read a list up to a position. */
export const copyUpTo = (revision: number, list: FeedList, { at, kind, id }: Position): Progress => ({
  phase: "copy",
  revision,
  last: { list, at, kind, id },
});

/** Returns the progress of a copy that has read the changes up to a position. */
export const changesUpTo = ({ revision, list, kind, id }: ChangePosition): Progress => ({
  phase: "changes",
  revision,
  last: { list: list as ChangedEntry["list"], at: 0, kind, id },
});

/**
 * Returns the lists that a copy has not read completely. The first list comes with the position from which to continue.
 */
export const listsLeft = (lists: readonly FeedList[], { last }: Progress) =>
  lists
    .filter((list) => !last || list >= last.list)
    .map((list) => ({ list, after: list === last?.list ? last : undefined }));

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
