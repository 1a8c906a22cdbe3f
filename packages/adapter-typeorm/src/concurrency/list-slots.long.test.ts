import { describe, expect, it } from "@jest/globals";
import type { AccountId, FeedBatch } from "@repute/domain";
import { at } from "@repute/domain/testing";
import type { ListReader } from "../engine.js";
import { listSlots } from "./list-slots.js";

const batch: FeedBatch = { count: 1, json: Buffer.from("{}"), watermark: at("2026-05-31") };
const unlimited = async function* () {
  for (;;) yield batch;
};
const endless: ListReader = { read: unlimited, changes: unlimited };
const [acme, zenith] = [1, 2] as [AccountId, AccountId];

function lists(limits: { lists: number; listsPerAccount: number; patience?: number }) {
  const slots = listSlots({ patience: 60_000, ...limits });
  const feed = slots.share(endless);
  const start = (account: AccountId) =>
    feed.read(account, "reviews", {})[Symbol.asyncIterator]() as AsyncGenerator<FeedBatch, void>;
  const begin = async (account: AccountId) => {
    const list = start(account);
    await list.next();
    return list;
  };
  return { slots, begin };
}

describe("list slots", () => {
  it("leave room for other accounts when one account asks for many", async () => {
    const { begin } = lists({ lists: 4, listsPerAccount: 2 });
    const greedy = [await begin(acme), await begin(acme)];
    const more = [begin(acme), begin(acme)];
    await begin(zenith);
    await greedy[0]?.return();
    const third = await more[0];
    await begin(zenith);
    await third?.return();
    await more[1];
  });

  it("are granted in order of arrival", async () => {
    const { begin } = lists({ lists: 1, listsPerAccount: 1 });
    const first = await begin(acme);
    const order: string[] = [];
    const others = (["acme", "zenith"] as const).map(async (name) => {
      const list = await begin(name === "acme" ? acme : zenith);
      order.push(name);
      await list.return();
    });
    await first.return();
    await Promise.all(others);
    expect(order).toEqual(["acme", "zenith"]);
  });

  it("are refused after the maximum wait", async () => {
    const { begin } = lists({ lists: 2, listsPerAccount: 1, patience: 20 });
    const first = await begin(acme);
    await expect(begin(acme)).rejects.toMatchObject({ kind: "unavailable", code: "too_many_lists" });
    await first.return();
    await (await begin(acme)).return();
    expect(await begin(acme)).toBeDefined();
  });

  it("report when no list is being read, or when the wait has expired", async () => {
    const { slots, begin } = lists({ lists: 2, listsPerAccount: 2 });
    await slots.idle(3_600_000);
    const [first, second] = [await begin(acme), await begin(zenith)];
    let isIdle = false;
    const idle = slots.idle(3_600_000).then(() => (isIdle = true));
    await first.return();
    await slots.idle(1);
    expect(isIdle).toBe(false);
    await second.return();
    await idle;
    await begin(acme);
    const closed = slots.idle(3_600_000);
    slots.close();
    await closed;
  });

  it("refuse waiting lists when the database closes", async () => {
    const { slots, begin } = lists({ lists: 1, listsPerAccount: 1 });
    await begin(acme);
    const waiting = begin(zenith);
    slots.close();
    await expect(waiting).rejects.toMatchObject({ code: "database_closed" });
  });
});

describe("list slots with slow readers", () => {
  const account = (id: number) => id as AccountId;

  it("shrink per account as others fill up, so that the next account gets a slot", async () => {
    const { begin } = lists({ lists: 32, listsPerAccount: 16, patience: 1 });
    const peaks: number[] = [];
    for (let id = 1; id <= 6; id += 1) {
      let count = 0;
      while (await begin(account(id)).then(Boolean, () => false)) count += 1;
      peaks.push(count);
    }
    expect(peaks).toEqual([16, 8, 4, 2, 1, 1]);
  });

  it("are reclaimed from the account with the most slots while another account waits", async () => {
    const { begin } = lists({ lists: 4, listsPerAccount: 2 });
    const slow = [await begin(acme), await begin(acme)];
    const others = [await begin(zenith), await begin(account(3))];
    const newcomer = await begin(account(4));
    await expect(slow[0]?.next()).rejects.toMatchObject({ kind: "unavailable", code: "list_cut_off" });
    expect(await slow[0]?.next()).toEqual({ done: true, value: undefined });
    for (const list of [slow[1], ...others, newcomer]) expect(await list?.next()).toMatchObject({ done: false });
  });

  it("go to a new account before an account with more slots that has waited longer", async () => {
    const { begin } = lists({ lists: 4, listsPerAccount: 2 });
    const slow = [await begin(acme), await begin(acme)];
    await Promise.all([begin(zenith), begin(account(3))]);
    let isServed = false;
    const greedy = begin(acme).then(() => (isServed = true));
    await begin(account(4));
    expect(isServed).toBe(false);
    await slow[1]?.return();
    await greedy;
  });

  it.each([2, 20, 40])("serve ten more accounts while %d accounts use every slot they get", async (count) => {
    const { begin } = lists({ lists: 32, listsPerAccount: 16, patience: 20_000 });
    const hostile = Array.from({ length: count * 16 }, (_, index) => begin(account(100 + (index % count))));
    for (const list of hostile) list.catch(() => {});
    for (let id = 1; id <= 10; id += 1) {
      const list = await begin(account(id));
      expect(await list.next()).toMatchObject({ done: false });
      await list.return();
    }
  });

  it("are reclaimed from active readers if their account has at least two more slots", async () => {
    const { begin } = lists({ lists: 4, listsPerAccount: 2 });
    const greedy = [await begin(acme), await begin(acme)];
    const others = [await begin(zenith), await begin(account(3))];
    const read = (list: (typeof greedy)[number]) =>
      list.next().then(
        ({ done }) => !done,
        () => false,
      );
    const reading = setInterval(() => void Promise.all([...greedy, ...others].map(read)), 20);
    const newcomer = await begin(account(4));
    clearInterval(reading);
    const isRunning = await Promise.all([...greedy, ...others, newcomer].map(read));
    expect(isRunning).toEqual([false, true, true, true, true]);
  });

  it("are not reclaimed from active readers for an account with equally many slots", async () => {
    const { begin } = lists({ lists: 2, listsPerAccount: 1, patience: 600 });
    const quick = await begin(acme);
    const slow = await begin(zenith);
    const reading = setInterval(() => void quick.next(), 20);
    await expect(begin(acme)).rejects.toMatchObject({ code: "too_many_lists" });
    clearInterval(reading);
    for (const list of [quick, slow]) expect(await list.next()).toMatchObject({ done: false });
  });
});
