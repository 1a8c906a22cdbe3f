import type { AccountId, FeedList } from "@repute/domain";
import type { PackedSegment, SegmentForm } from "../lists/segment.js";
import { packedColumns, packedSegmentOf, segmentColumns } from "../lists/segment.js";
import type { Stretch } from "../lists/stretch.js";
import { least, most, newest } from "../lists/stretch.js";
import type { ListConnection } from "./list-connection.js";

/** The statements that read the segments of a list in a form. */
export function segmentStatements(connection: ListConnection, account: AccountId, list: FeedList, form: SegmentForm) {
  const { withTail, changesUpTo = 0 } = form;
  const bound = { account, list, withTail: Number(withTail), changesUpTo };
  const { length, crc, deflated, isThere } = packedColumns(form, "@changesUpTo");
  const own = "account_id = @account AND list = @list AND with_tail = @withTail";
  const ends = connection.prepare(
    `SELECT ${segmentColumns.join(", ")}, count, ${length} AS length, ${crc} AS crc FROM feed_segments INDEXED BY feed_segments_ends
      WHERE ${own} AND (first_at, first_kind, first_id) < (@toAt, @toKind, @toId) AND first_at >= @from AND ${isThere}
        ORDER BY first_at DESC, first_kind DESC, first_id DESC LIMIT @atOnce`,
  );
  const packed = connection.prepare(
    `SELECT ${deflated} AS deflated FROM feed_segments WHERE ${own} AND first_at = @at AND first_kind = @kind AND first_id = @id`,
  );
  return {
    /** Those that begin in a stretch, the newest first; the first `atOnce` of them where that is given. */
    beginningIn({ after = newest, last }: Stretch, atOnce: number = most): readonly PackedSegment[] {
      const to = { toAt: after.at, toKind: after.kind, toId: after.id };
      const rows = ends.all({ ...bound, ...to, from: last?.at ?? least, atOnce });
      return (rows as readonly Record<string, number>[]).map(packedSegmentOf);
    },
    deflated: ({ first }: PackedSegment) =>
      (packed.get({ ...bound, ...first }) as { readonly deflated: Buffer }).deflated,
  };
}

export type SegmentStatements = ReturnType<typeof segmentStatements>;
