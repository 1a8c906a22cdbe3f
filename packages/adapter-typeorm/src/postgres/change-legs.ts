import type { AccountId, ChangeSlice, FeedList, Progress } from "@repute/domain";
import type { ClientBase } from "pg";
import type { ChangePosition } from "../lists/change-position.js";
import { beginningAfter, changesUpTo, copyUpTo, listsLeft } from "../lists/change-position.js";
import { beforeResponses, feedLists, nextResponses } from "../lists/list-names.js";
import type { Run } from "../segments/packed-course.js";
import { copyCourse, stretchOfSegment } from "../segments/packed-course.js";
import { changesHaveTails, isSealed } from "../segments/segment.js";
import type { Position, Stretch } from "../lists/stretch.js";
import { most } from "../lists/stretch.js";
import type { Session } from "../engine/session.js";
import type { PostgresConnection } from "./connect.js";
import { changePageStatement, changeStatement } from "./change-statement.js";
import type { ListStatement } from "./list-statement.js";
import { listStatement, pageStatement } from "./list-statement.js";
import type { Sealed } from "./packed-steps.js";
import { segmentsIn } from "./packed-steps.js";
import type { Trace } from "./wire/trace.js";

/**
 * Part of a read that consists of rows. `read` selects all rows, or the first `limit` rows. `end` selects the positions
 * of row number `limit` and of the next row.
 */
export type LooseLeg = {
  read(limit?: number): ListStatement;
  end(limit: number): ListStatement;
  reachedAt(row: Position & ChangePosition): Progress;
};

/** Part of a read that consists of segments, oldest first. `rest` returns the rows of the segments from an index on. */
export type PackedLeg = {
  readonly sealed: Sealed;
  readonly run: Run;
  rest(from: number): LooseLeg;
  reachedAt(position: Position): Progress;
};

export type Leg = LooseLeg | PackedLeg;

/**
 * Returns the parts of a read: first the lists that a copy has not read yet, each oldest first, and then later changes.
 */
export async function legsOf(
  { client, session }: PostgresConnection,
  account: AccountId,
  { lists, after }: ChangeSlice,
  { revision }: { readonly revision: number },
  trace?: Trace,
): Promise<readonly Leg[]> {
  const from = after ?? { phase: "copy", revision };
  const legs: Leg[] = [];
  if (from.phase === "copy") {
    const all = feedLists(lists, await responsesOf(session, account));
    const copied = { client, account, upTo: from.revision, trace };
    for (const one of listsLeft(all, from)) legs.push(...(await copyLegs(copied, one)));
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

/**
 * Returns the parts of a read for a list that a copy has not read yet. Excludes entries that changed after the copy
 * began.
 */
async function copyLegs(
  { client, account, upTo, trace }: Copied,
  { list, after }: ReturnType<typeof listsLeft>[number],
): Promise<readonly Leg[]> {
  const reachedAt = (position: Position) => copyUpTo(upTo, list, position);
  const loose = (stretch: Stretch): LooseLeg => {
    const slice = { order: "oldest", change: true, upTo } as const;
    return {
      read: (limit) =>
        listStatement(account, list, { ...slice, ...(limit !== undefined && { page: { limit } }) }, stretch),
      end: (limit) => pageStatement(account, list, slice, limit, stretch),
      reachedAt,
    };
  };
  if (!isSealed(list)) return [loose({ after, last: undefined })];
  const sealed = { account, list, form: { withTail: changesHaveTails(list), changesUpTo: upTo } };
  const segments = await segmentsIn(client, sealed, { after: undefined, last: after }, most, trace);
  return copyCourse(after, segments).map((leg): Leg => {
    if ("loose" in leg) return loose(leg.loose);
    const { segments: run } = leg;
    const stretches = run.map(stretchOfSegment);
    const rest = (from: number) => loose({ after: stretches[from]?.after, last: stretches.at(-1)?.last });
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
