import type { AccountId, ChangeSlice, FeedBatch, FeedList, Instant, Progress, Reached } from "@repute/domain";
import { cursorExpired } from "@repute/domain";
import type { ClientBase } from "pg";
import type { ChangePosition } from "../lists/change-position.js";
import { beginningAfter, changesUpTo, copyUpTo, isLost, listsLeft } from "../lists/change-position.js";
import { beforeResponses, feedLists, nextResponses } from "../lists/list-names.js";
import type { Position } from "../lists/stretch.js";
import type { Session } from "../session.js";
import type { ChangeRange } from "./change-statement.js";
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
  const from = after ?? { phase: "copy", revision };
  const isCopy = from.phase === "copy";
  const left = listsLeft(isCopy ? feedLists(lists, await responsesOf(session, account)) : [], from);
  const copies = left.map((one) => copyLeg(account, from.revision, one));
  return after ? [...copies, changeLeg(account, { after: beginningAfter(from), ...(lists && { lists }) })] : copies;
}

/** What a copy lacks of a list, but for what changed meanwhile. */
function copyLeg(account: AccountId, upTo: number, { list, after }: ReturnType<typeof listsLeft>[number]): Leg {
  const slice = { order: "oldest", change: true, upTo } as const;
  const page = (limit: number) => ({ ...slice, page: { limit, ...(after && { after: positionOf(after) }) } });
  return {
    read: (limit = Number.MAX_SAFE_INTEGER) => listStatement(account, list, page(limit)),
    end: (limit) => pageStatement(account, list, page(limit), limit),
    reachedAt: (row) => copyUpTo(upTo, list, row),
  };
}

const changeLeg = (account: AccountId, range: ChangeRange): Leg => ({
  read: (limit) => changeStatement(account, range, limit),
  end: (limit) => changePageStatement(account, range, limit),
  reachedAt: changesUpTo,
});

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

type Page = { readonly statements: readonly ListStatement[]; readonly reached: Reached };
type Ask = <Row>(statement: ListStatement) => Promise<readonly Row[]>;

/** The statements of a page, and how far whoever takes them has come. */
async function pageIn(
  client: ClientBase,
  legs: readonly Leg[],
  limit: number | undefined,
  { revision }: State,
  trace?: Trace,
): Promise<Page> {
  const all: Reached = { phase: "changes", revision, hasMore: false };
  if (limit === undefined) return { statements: legs.map((leg) => leg.read()), reached: all };
  const ask = async <Row>({ text, values }: ListStatement): Promise<readonly Row[]> => {
    trace?.(text, values);
    // Not prepared under a name: the plan goes by the values.
    return (await client.query(text, [...values])).rows as Row[];
  };
  const end = await endOf(ask, legs, limit);
  const statements = legs.slice(0, end.legs).map((leg, index) => leg.read(end.limits[index]));
  return { statements, reached: end.last && end.hasMore ? { ...end.last, hasMore: true } : all };
}

/** How many legs a page takes, and of each how many rows at most; where its last row is, and whether others follow. */
type End = { readonly legs: number; readonly limits: number[]; readonly last?: Progress; readonly hasMore: boolean };

async function endOf(ask: Ask, legs: readonly Leg[], limit: number): Promise<End> {
  const limits: number[] = [];
  let left = limit;
  for (const [index, leg] of legs.entries()) {
    limits.push(left);
    const [end, next] = await ask<Position & ChangePosition>(leg.end(left));
    if (!end) left -= await countOf(ask, leg.read(left));
    else {
      const hasMore = next !== undefined || (await anyOf(ask, legs.slice(index + 1)));
      return { legs: index + 1, limits, last: leg.reachedAt(end), hasMore };
    }
  }
  return { legs: legs.length, limits, hasMore: false };
}

async function anyOf(ask: Ask, legs: readonly Leg[]): Promise<boolean> {
  for (const leg of legs) if ((await ask(leg.end(1))).length > 0) return true;
  return false;
}

async function countOf(ask: Ask, { text, values }: ListStatement): Promise<number> {
  const counted = { text: `SELECT count(*)::int AS count FROM (${text}) AS counted`, values };
  const [{ count = 0 } = {}] = await ask<{ readonly count: number }>(counted);
  return count;
}
