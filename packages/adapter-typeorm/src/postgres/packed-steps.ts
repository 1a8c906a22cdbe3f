import type { AccountId, FeedList, FeedSlice } from "@repute/domain";
import type { ClientBase } from "pg";
import type { PackedSegment } from "../lists/packed-course.js";
import { packedCourse } from "../lists/packed-course.js";
import type { PackedStep } from "../lists/packed-steps.js";
import { segmentColumns, segmentOf, segmentValues } from "../lists/segment.js";
import { least, most, stretchOf } from "../lists/stretch.js";
import type { Session } from "../session.js";
import { listPortal } from "./list-portal.js";
import { listStatement } from "./list-statement.js";
import type { Joined } from "./row-joiner.js";
import type { Trace } from "./trace.js";

type Reading = { readonly account: AccountId; readonly list: FeedList; readonly slice: FeedSlice };

const valuesOf = ({ account, list, slice }: Reading) => [account, list, Number(slice.tail === true)];

/** The segments that begin in a slice, in list order. */
export async function segmentsIn(session: Session, reading: Reading): Promise<readonly PackedSegment[]> {
  const { after, last } = stretchOf(reading.slice);
  const rows = await session.query(
    `SELECT ${segmentColumns.join(", ")}, count, length, crc FROM feed_segments
      WHERE account_id = $1 AND list = $2 AND with_tail = $3 AND first_at BETWEEN $4 AND $5
      ORDER BY first_at DESC, first_kind DESC, first_id DESC`,
    [...valuesOf(reading), last?.at ?? least, after?.at ?? most],
  );
  return rows.map(packedSegmentOf);
}

const packedSegmentOf = (row: Readonly<Record<string, unknown>>): PackedSegment => ({
  ...segmentOf(row),
  ...{ count: Number(row["count"]), length: Number(row["length"]), crc: Number(row["crc"]) },
});

const nothing = new Uint8Array();

/** A list in steps: each a segment as it is stored, or entries that are in none. */
export async function* packedSteps(
  client: ClientBase,
  reading: Reading,
  segments: readonly PackedSegment[],
  trace?: Trace,
): AsyncGenerator<PackedStep, void> {
  const { account, list, slice } = reading;
  for (const leg of packedCourse(stretchOf(slice), segments)) {
    if ("loose" in leg) {
      const rows = rowsOf(client, { ...listStatement(account, list, slice, leg.loose), isOften: true }, ",", trace);
      for await (const step of rows) yield { ...step, isLast: step.isLast && leg.isFinal };
      continue;
    }
    let next = 0;
    for await (const { json: deflated } of rowsOf(client, deflatedIn(reading, leg.segments), undefined, trace)) {
      const { count, crc, length } = leg.segments[next++] as PackedSegment;
      yield { count, json: nothing, packed: { deflated, crc, length } };
    }
  }
}

/** Selects what a run of segments holds, the newest first. */
function deflatedIn(reading: Reading, run: readonly PackedSegment[]) {
  const ends = [run[0], run.at(-1)] as [PackedSegment, PackedSegment];
  return {
    text: `SELECT deflated FROM feed_segments WHERE account_id = $1 AND list = $2 AND with_tail = $3
      AND (first_at, first_kind, first_id) <= ($4, $5, $6) AND (first_at, first_kind, first_id) >= ($7, $8, $9)
      ORDER BY first_at DESC, first_kind DESC, first_id DESC`,
    values: [...valuesOf(reading), ...ends.flatMap((end) => segmentValues(end).slice(1, 4))].map(String),
    isOften: true,
  };
}

/** Through a portal: the driver would turn every byte into two digits and back. */
async function* rowsOf(
  client: ClientBase,
  statement: ReturnType<typeof listStatement>,
  separator: string | undefined,
  trace?: Trace,
): AsyncGenerator<Joined & { readonly isLast: boolean }, void> {
  trace?.(statement.text, statement.values);
  const portal = listPortal(client, statement, separator);
  try {
    for (let joined = await portal.next(); joined; joined = await portal.next()) yield joined;
  } finally {
    await portal.end();
  }
}
