import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedEntry, FeedWriter, Instant } from "@repute/domain";
import { byPosition } from "../lists/stretch.js";
import { watermarkTable } from "../rows/accounts.js";
import { lastOfEach, slices } from "../rows/slices.js";
import type { Session } from "../session.js";
import { feedFields } from "./feed-fields.js";
import { feedRatings } from "./feed-ratings.js";
import { removeRows } from "./feed-rows.js";
import type { RatingCounts } from "./rating-counts.js";
import { isUnchanged, markRows, markedRows, unmarked } from "./marked-rows.js";

/** Changes the lists of the account of a unit of work whose time is `now`. */
export function typeormFeedWriter(session: Session, now: Instant, counts: RatingCounts): FeedWriter {
  const fields = feedFields(session);
  const ratings = feedRatings(session, counts);
  let moved = false;
  async function moveWatermark(account: AccountId): Promise<void> {
    if (!moved) await watermarkTable.save(session, account, [{ at: now }]);
    moved = true;
  }
  return {
    async publish(account, list, entries) {
      // Neighbours in the table are written one after another.
      const inOrder = lastOfEach(entries, ({ kind, id }) => `${kind}-${id}`).sort(byPosition);
      for (const slice of slices(inOrder, sizeOf)) {
        await session.run(publication(session), [account, list, ...render(slice)]);
        await setImmediate();
      }
      await fields.replace(account, list, inOrder);
      await ratings.replace(account, list, inOrder);
      if (inOrder.length > 0) await moveWatermark(account);
    },
    async remove(account, list, ids) {
      let removed = 0;
      for (const slice of slices(ids, () => 1)) {
        removed += await removeRows(session, "feed", account, list, slice);
        await setImmediate();
      }
      await fields.remove(account, list, ids);
      await ratings.remove(account, list, ids);
      if (removed > 0) await moveWatermark(account);
    },
    mark: (account) => markRows(session, account),
    async sweep(account) {
      for await (const { list, ids } of markedRows(session, account)) {
        await removeRows(session, "feed", account, list, ids);
        await fields.remove(account, list, ids);
        await ratings.remove(account, list, ids);
      }
      await moveWatermark(account);
    },
  };
}

const sizeOf = ({ json, tail }: FeedEntry) => json.length + (tail?.length ?? 0);

const plain = ["kind", "id", "at", "modified_at", "location_id", "provider_id", "rating"] as const;
const names = [...plain, "item", "tail"] as const;

/** Numbers come as JSON (`$4`); texts as one run of bytes (`$3`) with where each of them lies in it, so that none is ever escaped. */
function publication({ dialect }: Session): string {
  const bytes = [plain.length, plain.length + 2].map((start) => dialect.bytes("$3", start));
  const values = [...plain.map((_, index) => dialect.member(index, "integer")), ...bytes];
  const changes = names
    .slice(2)
    .filter((name) => name !== "modified_at")
    .map((name) => `${name} = excluded.${name}`);
  changes.push(`modified_at = CASE WHEN ${isUnchanged} THEN ${unmarked} ELSE excluded.modified_at END`);
  return `INSERT INTO feed (account_id, list, ${names.join(", ")})
    SELECT $1, $2, ${values.join(", ")} FROM ${dialect.elements("$4")} WHERE true
    ON CONFLICT (account_id, list, kind, id) DO UPDATE SET ${changes.join(", ")}`;
}

/** The values of `$3` and `$4`. */
function render(entries: readonly FeedEntry[]): readonly [Uint8Array, string] {
  const texts: string[] = [];
  let next = 1;
  const lay = (text: string | null): readonly (number | null)[] => {
    if (text === null) return [null, null];
    const [start, length] = [next, Buffer.byteLength(text)];
    texts.push(text);
    next += length;
    return [start, length];
  };
  const rows = entries.map((entry) => [
    ...[entry.kind, entry.id, entry.at, entry.modifiedAt, entry.locationId, entry.providerId, entry.rating],
    ...lay(entry.json),
    ...lay(entry.tail),
  ]);
  return [Buffer.from(texts.join("")), JSON.stringify(rows)];
}
