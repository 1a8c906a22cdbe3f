import type { AccountId, ChangeSlice, FeedBatch, FeedList, Instant, Progress, Reached } from "@repute/domain";
import { cursorExpired } from "@repute/domain";
import type { ClientBase } from "pg";
import type { ChangePosition } from "../lists/change-position.js";
import { beginningAfter, changesUpTo, copyUpTo, isLost, listsLeft } from "../lists/change-position.js";
import { beforeResponses, feedLists, nextResponses } from "../lists/list-names.js";
import type { Position } from "../lists/stretch.js";
import type { Session } from "../session.js";
import { changePageStatement, changeStatement } from "./change-statement.js";
import type { PostgresConnection } from "./connect.js";
import { listPortal } from "./list-portal.js";
import type { ListStatement } from "./list-statement.js";
import { listStatement, pageStatement } from "./list-statement.js";
import type { Trace } from "./trace.js";

/** What is read one after another: `read` selects all of it or its first rows, `end` the last one of so many and the next. */
type Leg = {
  read(limit?: number): ListStatement;
  end(limit: number): ListStatement;
  /** How many rows there are, up to `most`. */
  count(most: number): ListStatement;
  reachedAt(row: Position & ChangePosition): Progress;
};

/** How far an account has come, as its row says. */
type State = { readonly at: number; readonly revision: number; readonly sweptRevision: number };

/** Reads changes on a connection that is in a transaction. */
export async function* changeBatches(
  { client, session }: PostgresConnection,
  account: AccountId,
  slice: ChangeSlice,
  trace?: Trace,
): AsyncGenerator<FeedBatch, void> {
  const [state] = (await session.query(stateOf, [account])) as unknown as readonly State[];
  if (!state || (slice.after && isLost(state, slice.after))) throw cursorExpired();
  const legs = await legsOf(session, account, slice, state);
  const { statements, reached } = await pageIn(client, legs, slice.limit, state, trace);
  const watermark = state.at as Instant;
  let first: Reached | undefined = reached;
  for (const statement of statements) {
    trace?.(statement.text, statement.values);
    const portal = listPortal(client, statement, slice.separator ?? ",");
    try {
      for (let joined = await portal.next(); joined; joined = await portal.next()) {
        yield { ...joined, watermark, ...(first && { reached: first }) };
        first = undefined;
      }
    } finally {
      await portal.end();
    }
  }
  if (first) yield { count: 0, json: new Uint8Array(), watermark, reached: first };
}

const stateOf = `SELECT at, revision, swept_revision AS "sweptRevision" FROM watermarks WHERE account_id = $1`;

/** First the lists that are to be copied, each from the oldest entry on; then what changed since. */
async function legsOf(
  session: Session,
  account: AccountId,
  { lists, after }: ChangeSlice,
  { revision }: State,
): Promise<readonly Leg[]> {
  const upTo = after?.revision ?? revision;
  const isCopy = after?.phase !== "changes";
  const left = listsLeft(isCopy ? feedLists(lists, await responsesOf(session, account)) : [], after);
  const copies = left.map(({ list, after: from }): Leg => {
    const slice = { order: "oldest", change: true, upTo } as const;
    const page = (limit: number) => ({ ...slice, page: { limit, ...(from && { after: positionOf(from) }) } });
    return {
      read: (limit) => listStatement(account, list, page(limit ?? Number.MAX_SAFE_INTEGER)),
      end: (limit) => pageStatement(account, list, page(limit), limit),
      count: (most) => counting(listStatement(account, list, page(most))),
      reachedAt: (row) => copyUpTo(upTo, list, row),
    };
  });
  if (isCopy && upTo === revision) return copies;
  const range = { after: beginningAfter(after ?? { phase: "changes", revision }), ...(lists && { lists }) };
  const changes: Leg = {
    read: (limit) => changeStatement(account, range, limit),
    end: (limit) => changePageStatement(account, range, limit),
    count: (most) => counting(changeStatement(account, range, most)),
    reachedAt: changesUpTo,
  };
  return [...copies, changes];
}

const positionOf = ({ at, kind, id }: Position) => ({ at: at as Instant, kind, id });

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

/** The statements of a page, and how far whoever takes them has come. */
async function pageIn(
  client: ClientBase,
  legs: readonly Leg[],
  limit: number | undefined,
  { revision }: State,
  trace?: Trace,
): Promise<{ readonly statements: readonly ListStatement[]; readonly reached: Reached }> {
  const all: Reached = { phase: "changes", revision, hasMore: false };
  if (limit === undefined) return { statements: legs.map((leg) => leg.read()), reached: all };
  const ask = async <Row>({ text, values }: ListStatement): Promise<readonly Row[]> => {
    trace?.(text, values);
    // Not prepared under a name: the plan goes by the values.
    return (await client.query(text, [...values])).rows as Row[];
  };
  const statements: ListStatement[] = [];
  let left = limit;
  let last: Progress | undefined;
  for (const leg of legs) {
    const [end, next] = await ask<Position & ChangePosition>(leg.end(Math.max(left, 1)));
    if (last && end) return { statements, reached: { ...last, hasMore: true } };
    if (last) continue;
    statements.push(leg.read(left));
    if (end) last = leg.reachedAt(end);
    if (last && next) return { statements, reached: { ...last, hasMore: true } };
    const [{ count = 0 } = {}] = end ? [] : await ask<{ readonly count: number }>(leg.count(left));
    left -= end ? left : count;
  }
  return { statements, reached: all };
}

const counting = ({ text, values }: ListStatement): ListStatement => ({
  text: `SELECT count(*)::int AS count FROM (${text}) AS counted`,
  values,
});
