import { setTimeout } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { FeedEntry } from "@repute/domain";
import { anEntry, readList } from "@repute/domain/testing";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";

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
    const list = read();
    await list.next();
    await open.database.close();
    const rest = (async () => {
      while (!(await list.next()).done);
    })();
    await expect(rest).rejects.toMatchObject({ code: "database_closed" });
  });
});
