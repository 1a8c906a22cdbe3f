import type { AccountId, FeedBatch, FeedList, FeedSlice } from "@repute/domain";
import type { ClientBase } from "pg";
import type { PackedSegment } from "../lists/packed-course.js";
import { packedCourse } from "../lists/packed-course.js";
import { segmentColumns, segmentOf, segmentValues } from "../lists/segment.js";
import type { Stretch } from "../lists/stretch.js";
import { least, most, stretchOf } from "../lists/stretch.js";
import { listPortal } from "./list-portal.js";
import { listStatement } from "./list-statement.js";
import type { Trace } from "./trace.js";

type Reading = { readonly account: AccountId; readonly list: FeedList; readonly slice: FeedSlice };
type Batch = Omit<FeedBatch, "watermark">;

const nothing = new Uint8Array();

/** A list as segments as they are stored, and entries that are in none; no batch where there are no entries. */
export async function* packedBatches(client: ClientBase, reading: Reading, trace?: Trace): AsyncGenerator<Batch, void> {
  const whole = stretchOf(reading.slice);
  const course = [...packedCourse(whole, await segmentsIn(client, reading, whole, trace))];
  let ahead: Promise<Uint8Array> | undefined;
  for (const [index, leg] of course.entries()) {
    if ("loose" in leg) {
      yield* looseBatches(client, reading, leg.loose, trace);
      continue;
    }
    const deflated = await (ahead ?? deflatedOf(client, reading, leg.segment, trace));
    const next = course[index + 1];
    // One segment is under way while another one is sent on.
    ahead = next && "segment" in next ? deflatedOf(client, reading, next.segment, trace) : undefined;
    ahead?.catch(() => undefined);
    const { count, crc, length } = leg.segment;
    yield { count, json: nothing, packed: { deflated, crc, length } };
  }
}

const own = "account_id = $1 AND list = $2 AND with_tail = $3";
const valuesOf = ({ account, list, slice }: Reading) => [account, list, Number(slice.tail === true)];

async function segmentsIn(
  client: ClientBase,
  reading: Reading,
  { after, last }: Stretch,
  trace?: Trace,
): Promise<readonly PackedSegment[]> {
  const text = `SELECT ${segmentColumns.join(", ")}, count, length, crc FROM feed_segments
    WHERE ${own} AND first_at BETWEEN $4 AND $5 ORDER BY first_at DESC, first_kind DESC, first_id DESC`;
  const values = [...valuesOf(reading), last?.at ?? least, after?.at ?? most];
  trace?.(text, values);
  const { rows } = await client.query<Record<string, number>>(text, values);
  return rows.map((row) => ({
    ...segmentOf(row),
    ...{ count: Number(row["count"]), length: Number(row["length"]), crc: Number(row["crc"]) },
  }));
}

/** Through a portal: the driver would turn every byte into two digits and back. */
async function deflatedOf(
  client: ClientBase,
  reading: Reading,
  segment: PackedSegment,
  trace?: Trace,
): Promise<Uint8Array> {
  const text = `SELECT deflated FROM feed_segments WHERE ${own} AND first_at = $4 AND first_kind = $5 AND first_id = $6`;
  const values = [...valuesOf(reading), ...segmentValues(segment).slice(1, 4)].map(String);
  trace?.(text, values);
  const portal = listPortal(client, { text, values }, ",");
  try {
    return (await portal.next())?.json ?? nothing;
  } finally {
    await portal.end();
  }
}

async function* looseBatches(
  client: ClientBase,
  { account, list, slice }: Reading,
  stretch: Stretch,
  trace?: Trace,
): AsyncGenerator<Batch, void> {
  const statement = listStatement(account, list, slice, stretch);
  trace?.(statement.text, statement.values);
  const portal = listPortal(client, statement, ",");
  try {
    for (let joined = await portal.next(); joined; joined = await portal.next()) yield joined;
  } finally {
    await portal.end();
  }
}
