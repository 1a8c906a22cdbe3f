import type { AccountId, FeedList } from "@repute/domain";
import type { PackedSegment } from "../lists/packed-course.js";
import { segmentColumns, segmentOf } from "../lists/segment.js";
import type { Stretch } from "../lists/stretch.js";
import { least, most } from "../lists/stretch.js";
import type { ListConnection } from "./list-connection.js";

/** The statements that read the segments of a list, with the tails of items or without. */
export function segmentStatements(connection: ListConnection, account: AccountId, list: FeedList, withTail: boolean) {
  const bound = { account, list, withTail: Number(withTail) };
  const own = "account_id = @account AND list = @list AND with_tail = @withTail";
  const described = connection.prepare(
    `SELECT ${segmentColumns.join(", ")}, count, length, crc FROM feed_segments INDEXED BY feed_segments_ends
      WHERE ${own} AND first_at BETWEEN @from AND @to ORDER BY first_at DESC, first_kind DESC, first_id DESC`,
  );
  const deflated = connection.prepare(
    `SELECT deflated FROM feed_segments WHERE ${own} AND first_at = @at AND first_kind = @kind AND first_id = @id`,
  );
  return {
    /** Those that begin in a stretch, the newest first. */
    beginningIn({ after, last }: Stretch): readonly PackedSegment[] {
      const rows = described.all({ ...bound, from: last?.at ?? least, to: after?.at ?? most });
      return (rows as readonly Record<string, number>[]).map((row) => ({
        ...segmentOf(row),
        ...{ count: Number(row["count"]), length: Number(row["length"]), crc: Number(row["crc"]) },
      }));
    },
    deflated: ({ first }: PackedSegment) =>
      (deflated.get({ ...bound, ...first }) as { readonly deflated: Buffer }).deflated,
  };
}

export type SegmentStatements = ReturnType<typeof segmentStatements>;
