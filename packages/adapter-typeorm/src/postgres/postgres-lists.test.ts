import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, it } from "@jest/globals";
import type { FeedBatch, FeedEntry, FeedSlice, Instant, Storage } from "@repute/domain";
import { anEntry, readList } from "@repute/domain/testing";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import { testSegmentsOfTwoProcesses } from "../../test/segments-of-two-processes.js";

const textOf = (length: number, id: number) => JSON.stringify({ id, text: "é".repeat(length / 2) });
const entriesOf = (count: number, length: number): FeedEntry[] =>
  Array.from({ length: count }, (_, index) => anEntry({ id: index + 1, json: textOf(length, index + 1) }));

describeOnPostgres("lists on PostgreSQL", () => {
  const open = emptyPostgres({ lists: 4 });
  const publish = (entries: readonly FeedEntry[]) =>
    open.storage.transact(open.mine, ({ feed }) => feed.publish(open.mine, "reviews", entries));
  const read = () => open.storage.feed.read(open.mine, "reviews", {})[Symbol.asyncIterator]();
  const atTheServer = async () => {
    const sessions = await open.own.query(
      `SELECT state, wait_event, query FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND backend_type = 'client backend'`,
    );
    return sessions.map(({ wait_event: event }) => event);
  };

  it("come in batches of one megabyte at most with a small first batch, and lose no items between batches", async () => {
    await publish(entriesOf(6_000, 1_000));
    const batches = [];
    for await (const batch of open.storage.feed.read(open.mine, "reviews", {})) batches.push(batch);
    expect(batches[0]?.count).toBeLessThanOrEqual(250);
    expect(Math.max(...batches.map(({ json }) => json.length))).toBeLessThanOrEqual(1_048_576);
    expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(6_000);
    expect((await readList(open.storage, open.mine, "reviews")).items.map(({ id }) => id)).toEqual(
      Array.from({ length: 6_000 }, (_, index) => 6_000 - index),
    );
  });

  it("hold items of any size, from a few bytes to many megabytes", async () => {
    const sizes = [2, 5_000_000, 10, 70_000, 1_048_576, 2_200_000, 4];
    await publish(sizes.map((size, index) => anEntry({ id: index + 1, json: textOf(size, index + 1) })));
    const { items } = await readList(open.storage, open.mine, "reviews");
    expect(items).toEqual(sizes.map((size, index) => ({ id: index + 1, text: "é".repeat(size / 2) })).reverse());
  });

  it("apply backpressure to the server", async () => {
    await publish(entriesOf(20_000, 1_000));
    const list = read();
    await list.next();
    await setTimeout(300);
    expect(await atTheServer()).toEqual(["ClientRead"]);
    await list.return?.();
  });

  it("last as long as their reader, regardless of the statement and transaction timeouts", async () => {
    await publish(entriesOf(6_000, 1_000));
    const [name, role] = [new URL(open.own.url).pathname.slice(1), new URL(open.own.url).username];
    for (const setting of ["statement_timeout", "idle_in_transaction_session_timeout"]) {
      await open.own.query(`ALTER ROLE ${role} IN DATABASE ${name} SET ${setting} = '300ms'`);
    }
    const { storage } = await open.open();
    let count = 0;
    for await (const batch of storage.feed.read(open.mine, "reviews", {})) {
      count += batch.count;
      if (count < 3_000) await setTimeout(500);
    }
    expect(count).toBe(6_000);
    await open.own.query(`ALTER ROLE ${role} IN DATABASE ${name} RESET ALL`);
  });

  it("are sent again without reading their segments again", async () => {
    await publish(entriesOf(3_000, 1_000));
    const sealed = await open.storage.sealer.seal(open.mine);
    const packed = async () => {
      const found: string[] = [];
      for await (const { delivery } of open.storage.feed.read(open.mine, "reviews", { packed: true })) {
        for (const { deflated } of delivery?.packed ?? []) found.push(Buffer.from(deflated).toString("base64"));
        delivery?.release?.();
      }
      return found;
    };
    const first = await packed();
    expect(first).toHaveLength(sealed);
    const ofMine = `SELECT set_config('app.account_id', '${open.mine}', true)`;
    await open.own.query(`BEGIN; ${ofMine}; UPDATE feed_segments SET deflated = ''; COMMIT`);
    expect(await packed()).toEqual(first);
    const another = await open.open();
    for await (const { delivery } of another.storage.feed.read(open.mine, "reviews", { packed: true })) {
      for (const { deflated } of delivery?.packed ?? []) expect(deflated).toHaveLength(0);
    }
  });

  it("leave nothing running on the server when a reader leaves at any position", async () => {
    await publish(entriesOf(6_000, 1_000));
    for (const batches of [0, 1, 2, 4, 7]) {
      const list = read();
      for (let index = 0; index < batches; index += 1) await list.next();
      await list.return?.();
      expect(await atTheServer()).toEqual([]);
    }
    expect((await readList(open.storage, open.mine, "reviews")).count).toBe(6_000);
  });

  it("leave nothing running on the server when their statement fails", async () => {
    const wrong = readList(open.storage, open.mine, "reviews", { window: { from: "soon" as never } });
    await expect(wrong).rejects.toThrow("invalid input syntax");
    expect(await atTheServer()).toEqual([]);
    expect((await readList(open.storage, open.mine, "reviews")).count).toBe(0);
  });

  it("wait for a slot in order of arrival while small reads continue", async () => {
    await publish(entriesOf(3_000, 1_000));
    const holders = [read(), read()];
    for (const holder of holders) await holder.next();
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (name) => {
      const list = read();
      await list.next();
      order.push(name);
      await list.return?.();
    });
    await setTimeout(100);
    expect(order).toEqual([]);
    expect(await open.storage.accounts.byKey("acme")).toBeDefined();
    await open.storage.transact(open.mine, ({ feed }) => feed.remove(open.mine, "reviews", [{ kind: 0, id: 1 }]));
    await holders[0]?.return?.();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
    await holders[1]?.return?.();
  });

  it("end with an error when the database closes", async () => {
    await publish(entriesOf(6_000, 1_000));
    const database = await open.open();
    const list = database.storage.feed.read(open.mine, "reviews", {})[Symbol.asyncIterator]();
    await list.next();
    await database.close();
    const rest = (async () => {
      while (!(await list.next()).done);
    })();
    await expect(rest).rejects.toMatchObject({ code: "database_closed" });
  });
});

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

describeOnPostgres("cached segments on PostgreSQL", () => {
  const open = emptyPostgres();
  testSegmentsOfTwoProcesses(async () => ({
    one: open.storage,
    another: (await open.open()).storage,
    account: open.mine,
  }));

  it("are read from the database once, for uncompressed lists too", async () => {
    const entries = [1, 2, 3, 4, 5, 6].map((id) => anEntry({ id, json: JSON.stringify({ id }) }));
    await open.storage.transact(open.mine, ({ feed }) => feed.publish(open.mine, "reviews", entries));
    await open.storage.sealer.seal(open.mine, { bytes: 20 });
    let reads = 0;
    const { storage } = await open.traced((sql) => (reads += Number(sql.startsWith("SELECT deflated"))));
    const first = await readList(storage, open.mine, "reviews");
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    expect(await readList(storage, open.mine, "reviews")).toEqual(first);
    expect(reads).toBe(0);
  });
});
