import type { AccountId, ChangeSlice, FeedList, Progress } from "@repute/domain";
import type { ClientBase } from "pg";
import type { Session } from "../engine/session.js";
import { beginningAfter, type ChangePosition, changesUpTo, copyUpTo, listsLeft } from "../lists/change-position.js";
import { beforeResponses, feedLists, nextResponses } from "../lists/list-names.js";
import { maxInteger, type Position, type PositionRange } from "../lists/position-range.js";
import { copyCourse, rangeOfSegment, type Run } from "../segments/packed-course.js";
import { changesHaveTails, isSealed } from "../segments/segment.js";
import { changePageStatement, changeStatement } from "./change-statement.js";
import type { PostgresConnection } from "./connect.js";
import { type ListStatement, listStatement, pageStatement } from "./list-statement.js";
import { type Sealed, segmentsIn } from "./packed-steps.js";
import type { Trace } from "./wire/trace.js";

/**
 * Part of a read that contains single rows. `read` selects all rows, or the first `limit` rows.
 * `end` selects the positions of row number `limit` and of the row after it.
 */
export type RowPart = {
  read(limit?: number): ListStatement;
  end(limit: number): ListStatement;
  reachedAt(row: Position & ChangePosition): Progress;
};

/**
 * Part of a read that contains segments, oldest first. `rest` returns the rows of all segments from index `from` on.
 */
export type SegmentPart = {
  readonly sealed: Sealed;
  readonly run: Run;
  rest(from: number): RowPart;
  reachedAt(position: Position): Progress;
};

export type ReadPart = RowPart | SegmentPart;

/**
 * Returns the parts of a read in order. Lists that a copy has not read yet come first, each from oldest to newest.
 * Later changes follow.
 */
export async function readPartsOf(
  { client, session }: PostgresConnection,
  account: AccountId,
  { lists, after }: ChangeSlice,
  { revision }: { readonly revision: number },
  trace?: Trace,
): Promise<readonly ReadPart[]> {
  const from = after ?? { phase: "copy", revision };
  const legs: ReadPart[] = [];
  if (from.phase === "copy") {
    const all = feedLists(lists, await responsesOf(session, account));
    const copied = { client, account, upTo: from.revision, trace };
    for (const one of listsLeft(all, from)) legs.push(...(await copyParts(copied, one)));
  }
  const range = { after: beginningAfter(from), ...(lists && { lists }) };
  if (after)
    legs.push({
      read: (limit) => changeStatement(account, range, limit),
      end: (limit) => changePageStatement(account, range, limit),
      reachedAt: changesUpTo,
    });
  return legs;
}

type Copied = {
  readonly client: ClientBase;
  readonly account: AccountId;
  readonly upTo: number;
  readonly trace: Trace | undefined;
};

/** Returns a list for a first copy, split into parts. Excludes entries that changed after the copy began. */
async function copyParts(
  { client, account, upTo, trace }: Copied,
  { list, after }: ReturnType<typeof listsLeft>[number],
): Promise<readonly ReadPart[]> {
  const reachedAt = (position: Position) => copyUpTo(upTo, list, position);
  const loose = (bounds: PositionRange): RowPart => {
    const slice = { order: "oldest", change: true, upTo } as const;
    return {
      read: (limit) =>
        listStatement(account, list, { ...slice, ...(limit !== undefined && { page: { limit } }) }, bounds),
      end: (limit) => pageStatement(account, list, slice, limit, bounds),
      reachedAt,
    };
  };
  if (!isSealed(list)) return [loose({ after, last: undefined })];
  const sealed = { account, list, form: { withTail: changesHaveTails(list), changesUpTo: upTo } };
  const segments = await segmentsIn(client, sealed, { after: undefined, last: after }, maxInteger, trace);
  return copyCourse(after, segments).map((part): ReadPart => {
    if ("loose" in part) return loose(part.loose);
    const { segments: run } = part;
    const ranges = run.map(rangeOfSegment);
    const rest = (from: number) => loose({ after: ranges[from]?.after, last: ranges.at(-1)?.last });
    return { sealed, run, rest, reachedAt };
  });
}

async function responsesOf({ query }: Session, account: AccountId): Promise<FeedList[]> {
  const found: FeedList[] = [];
  for (let after = beforeResponses; ;) {
    const [next] = await query(nextResponses("$1", "$2"), [account, after]);
    const list = next?.["list"] as FeedList | null | undefined;
    if (!list) return found;
    found.push(list);
    after = list;
  }
}
