import { beforeEach, expect, it } from "@jest/globals";
import type { FeedBatch, FeedSlice, Instant, Storage } from "@repute/domain";
import { anEntry } from "@repute/domain/testing";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";

describeOnPostgres("a partial read of a list on PostgreSQL", () => {
  const statements: string[] = [];
  const open = emptyPostgres();
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open.traced((sql) => void statements.push(sql)));
  });
  const textOf = (id: number, length: number) => JSON.stringify({ id, text: "é".repeat(length / 2) });
  const publish = (lengths: readonly number[]) =>
    storage.transact(open.mine, ({ feed }) =>
      feed.publish(
        open.mine,
        "reviews",
        lengths.map((length, index) =>
          anEntry({ id: index + 1, at: (index + 1) as Instant, json: textOf(index + 1, length) }),
        ),
      ),
    );
  const batchesOf = async (slice: FeedSlice) => {
    statements.length = 0;
    const batches: FeedBatch[] = [];
    for await (const batch of storage.feed.read(open.mine, "reviews", slice)) batches.push(batch);
    return batches;
  };
  const idsIn = (batches: readonly FeedBatch[]) => {
    const items = batches.map(({ json }) => Buffer.from(json).toString()).filter((json) => json !== "");
    return (JSON.parse(`[${items.join(",")}]`) as { readonly id: number }[]).map(({ id }) => id);
  };
  const from = (first: number) => ({ window: { from: first as Instant } });
  const down = (greatest: number, min: number) =>
    Array.from({ length: greatest - min + 1 }, (_, index) => greatest - index);

  it("uses one statement for up to 250 entries, including the time of the last change", async () => {
    await publish(Array.from({ length: 300 }, () => 40));
    const [whole] = await batchesOf({});
    const [batch, ...others] = await batchesOf(from(51));
    expect(others).toEqual([]);
    expect(statements).toHaveLength(1);
    expect(batch).toMatchObject({ count: 250, delivery: { isLast: true }, watermark: whole?.watermark });
    expect(idsIn(batch ? [batch] : [])).toEqual(down(300, 51));
  });

  it("uses portions for more entries", async () => {
    await publish(Array.from({ length: 300 }, () => 40));
    const batches = await batchesOf(from(50));
    expect(statements.length).toBeGreaterThan(1);
    expect(idsIn(batches)).toEqual(down(300, 50));
  });

  it("uses portions if an entry is long", async () => {
    await publish([40, 5_000_000, 40]);
    expect(idsIn(await batchesOf(from(1)))).toEqual([3, 2, 1]);
    expect(statements.length).toBeGreaterThan(1);
  });

  it("uses one statement if there are no entries", async () => {
    await publish([40]);
    expect(await batchesOf(from(9))).toMatchObject([{ count: 0, delivery: { isLast: true } }]);
    expect(statements).toHaveLength(1);
  });

  it("leaves its connection intact when its statement fails", async () => {
    await publish([40]);
    await expect(batchesOf({ window: { from: "soon" as never } })).rejects.toThrow("invalid input syntax");
    expect(idsIn(await batchesOf(from(1)))).toEqual([1]);
    const sessions = await open.own.query(
      "SELECT state FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    expect(sessions).toEqual([]);
  });
});
