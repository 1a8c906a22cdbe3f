import type { AccountId, FeedList } from "@repute/domain";
import { maxInteger, minInteger, newest, type PositionRange } from "../lists/position-range.js";
import { packedColumns, type PackedSegment, packedSegmentAs, type SegmentForm } from "../segments/segment.js";
import type { ListConnection } from "./list-connection.js";

/** Compressed segment with its row number. */
export type StoredSegment = PackedSegment & { readonly row: number };

/**
 * Prepares the statements that read the segments of a list.
 * Values are bound by position, and rows are returned as arrays.
 * Named parameters and columns would double the reading time, because a list has hundreds of segments.
 */
export function segmentStatements(connection: ListConnection, account: AccountId, list: FeedList, form: SegmentForm) {
  const { columns, deflated, isThere } = packedColumns(form, "?");
  const own = [account, list, Number(form.withTail)];
  const revision = form.changesUpTo === undefined ? [] : [form.changesUpTo];
  const ofList = "account_id = ? AND list = ? AND with_tail = ?";
  const ends = connection.prepare(
    `SELECT ${columns.join(", ")}, rowid FROM feed_segments INDEXED BY feed_segments_ends
      WHERE ${ofList} AND (first_at, first_kind, first_id) < (?, ?, ?) AND first_at >= ? AND ${isThere}
        ORDER BY first_at DESC, first_kind DESC, first_id DESC LIMIT ?`,
  );
  const packed = connection.prepare(`SELECT ${deflated} FROM feed_segments WHERE account_id = ? AND rowid = ?`);
  return {
    /** Returns up to `atOnce` segments that start inside a range, newest first. */
    beginningIn({ after = newest, last }: PositionRange, atOnce: number = maxInteger): readonly StoredSegment[] {
      const { at, kind, id } = after;
      const rows = ends.raw().all(...own, at, kind, id, last?.at ?? minInteger, ...revision, atOnce);
      return (rows as readonly number[][]).map(storedSegmentOf);
    },
    deflated: ({ row }: StoredSegment) => packed.pluck().get(account, row) as Buffer,
  };
}

/**
 * Builds a segment with its row number. Adds the number to the segment object, because a copy would take twice as long.
 */
const storedSegmentOf = (values: readonly number[]): StoredSegment =>
  Object.assign(packedSegmentAs(values), { row: values.at(-1) as number });

export type SegmentStatements = ReturnType<typeof segmentStatements>;
