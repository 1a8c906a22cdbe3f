import {
  type AccountId,
  type ChangeSlice,
  cursorExpired,
  type FeedBatch,
  type Instant,
  type Reached,
} from "@repute/domain";
import type { ClientBase } from "pg";
import { isLost } from "../lists/change-position.js";
import { inflated, type PackedStep, together } from "../segments/packed-steps.js";
import { pageIn, type Part } from "./change-page.js";
import { readPartsOf } from "./change-parts.js";
import type { PostgresConnection } from "./connect.js";
import { rowsOf, runOf } from "./packed-steps.js";
import type { Trace } from "./wire/trace.js";

/** Watermark row of an account: the time of its last change, and its revisions. */
type State = { readonly at: number; readonly revision: number; readonly sweptRevision: number };

/** Reads changes on a connection that is in a transaction. */
export async function* changeBatches(
  connection: PostgresConnection,
  account: AccountId,
  slice: ChangeSlice,
  trace?: Trace,
): AsyncGenerator<FeedBatch, void> {
  const { client, session } = connection;
  const [state] = (await session.query(stateOf, [account])) as unknown as readonly State[];
  if (!state || (slice.after && isLost(state, slice.after))) throw cursorExpired();
  const legs = await readPartsOf(connection, account, slice, state, trace);
  const { parts, reached } = await pageIn(client, legs, slice.limit, state, trace);
  const watermark = state.at as Instant;
  let first: Reached | undefined = reached;
  const requested = slice.separator ?? ",";
  const steps = stepsOf(client, parts, requested, trace);
  for await (const batch of slice.packed ? together(steps) : inflated(steps, { stored: "\n", requested })) {
    yield { ...batch, watermark, ...(first && { reached: first }) };
    first = undefined;
  }
  if (first) yield { count: 0, json: new Uint8Array(), watermark, reached: first };
}

const stateOf = `SELECT at, revision, swept_revision AS "sweptRevision" FROM watermarks WHERE account_id = $1`;

async function* stepsOf(
  client: ClientBase,
  parts: readonly Part[],
  separator: string,
  trace?: Trace,
): AsyncGenerator<PackedStep, void> {
  for (const part of parts) {
    if ("run" in part) yield* runOf(client, part.sealed, part.run, trace);
    else yield* rowsOf(client, part, separator, trace);
  }
}
