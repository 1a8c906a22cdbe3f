import type { Progress, Reached } from "@repute/domain";
import type { ClientBase } from "pg";
import type { ChangePosition } from "../lists/change-position.js";
import type { Position } from "../lists/position-range.js";
import type { Run } from "../segments/packed-course.js";
import type { ReadPart, RowPart, SegmentPart } from "./change-parts.js";
import type { ListStatement } from "./list-statement.js";
import type { Sealed } from "./packed-steps.js";
import type { Trace } from "./wire/trace.js";

/** Source of the rows to send: either a statement or stored segments. */
export type Part = ListStatement | { readonly sealed: Sealed; readonly run: Run };

/** Content of a page of changes, and the progress that a copy has made after it stores the page. */
type Page = { readonly parts: readonly Part[]; readonly reached: Reached };

type Ask = <Row>(statement: ListStatement) => Promise<readonly Row[]>;

/** Returns a page of changes with the first `limit` rows, or with all rows if `limit` is undefined. */
export async function pageIn(
  client: ClientBase,
  legs: readonly ReadPart[],
  limit: number | undefined,
  { revision }: { readonly revision: number },
  trace?: Trace,
): Promise<Page> {
  const all: Reached = { phase: "changes", revision, hasMore: false };
  if (limit === undefined) return { parts: legs.map((part) => ("run" in part ? part : part.read())), reached: all };
  const ask = async <Row>({ text, values }: ListStatement): Promise<readonly Row[]> => {
    trace?.(text, values);
    // Do not name the statement, so that PostgreSQL plans it for the bound values.
    return (await client.query(text, [...values])).rows as Row[];
  };
  const parts: Part[] = [];
  let left = limit;
  for (const [index, part] of legs.entries()) {
    const contribution = "run" in part ? await takeSegments(ask, part, left) : await takeRows(ask, part, left);
    parts.push(...contribution.parts);
    left -= contribution.count;
    const { last } = contribution;
    if (!last) continue;
    const hasMore = contribution.hasMore || (await anyOf(ask, legs.slice(index + 1)));
    return { parts, reached: hasMore ? { ...last, hasMore } : all };
  }
  return { parts, reached: all };
}

/**
 * Rows of a page that come from one part of a read.
 * If the page ends in this part, `last` is the position of the page's last row.
 */
type Contribution = {
  readonly parts: readonly Part[];
  readonly count: number;
  readonly last?: Progress;
  readonly hasMore?: boolean;
};

async function takeRows(ask: Ask, part: RowPart, left: number): Promise<Contribution> {
  const rows = part.read(left);
  const [end, next] = await ask<Position & ChangePosition>(part.end(left));
  if (!end) return { parts: [rows], count: await countOf(ask, rows) };
  return { parts: [rows], count: left, last: part.reachedAt(end), hasMore: next !== undefined };
}

/** Adds complete segments while they fit into the page, and then single rows of the next segment. */
async function takeSegments(ask: Ask, part: SegmentPart, left: number): Promise<Contribution> {
  const whole: Run[number][] = [];
  let count = 0;
  for (const segment of part.run) {
    if (count + segment.count > left) break;
    whole.push(segment);
    count += segment.count;
  }
  const last = whole.at(-1);
  const parts = last ? [{ sealed: part.sealed, run: whole as unknown as Run }] : [];
  const hasMore = whole.length < part.run.length;
  if (last && count === left) return { parts, count, last: part.reachedAt(last.first), hasMore };
  if (!hasMore) return { parts, count };
  const rest = await takeRows(ask, part.rest(whole.length), left - count);
  return { ...rest, parts: [...parts, ...rest.parts], count: left };
}

async function anyOf(ask: Ask, legs: readonly ReadPart[]): Promise<boolean> {
  for (const part of legs) if ("run" in part || (await ask(part.end(1))).length > 0) return true;
  return false;
}

async function countOf(ask: Ask, { text, values }: ListStatement): Promise<number> {
  const counted = { text: `SELECT count(*)::int AS count FROM (${text}) AS counted`, values };
  const [{ count = 0 } = {}] = await ask<{ readonly count: number }>(counted);
  return count;
}
