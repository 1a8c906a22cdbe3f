import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "./domain.js";
import type { AccountId } from "./foundation/kernel/ids.js";
import { anEntry } from "./testing/builders.js";
import { type TwoAccounts, twoAccounts } from "./testing/practices.js";

let opened: TwoAccounts;
let called: string[];
let revisionReads: number;
let domain: TwoAccounts["domain"];
beforeEach(async () => {
  opened = await twoAccounts();
  [called, revisionReads] = [[], 0];
  const { storage } = opened.ports;
  const revisions = () => ((revisionReads += 1), storage.feed.revisions());
  domain = createDomain({ ...opened.ports, storage: { ...storage, feed: { ...storage.feed, revisions } } });
  domain.changes.listen(opened.acme, () => called.push("acme"));
  domain.changes.listen(opened.zenith, () => called.push("zenith"));
});

/** Publishes a change as another process does, without calling this process's listeners. */
const publish = (account: AccountId) =>
  opened.ports.storage.transact(account, ({ feed }) => feed.publish(account, "reviews", [anEntry()]));

describe("polling commits of other processes", () => {
  it("calls the listeners of changed accounts only, and of every account the first time", async () => {
    await domain.changes.poll();
    expect(called.splice(0)).toEqual(["acme", "zenith"]);
    await publish(opened.zenith);
    expect(called).toEqual([]);
    await domain.changes.poll();
    expect(called.splice(0)).toEqual(["zenith"]);
  });

  it("reads the revisions of all accounts only after a commit", async () => {
    for (let times = 0; times < 3; times += 1) await domain.changes.poll();
    expect(revisionReads).toBe(1);
    await publish(opened.acme);
    for (let times = 0; times < 3; times += 1) await domain.changes.poll();
    expect(revisionReads).toBe(2);
  });

  it("calls a listener again if reading the revisions failed", async () => {
    const { storage } = opened.ports;
    let fails = true;
    const revisions = async () => {
      if (fails) throw new Error("connection lost");
      return storage.feed.revisions();
    };
    const other = createDomain({ ...opened.ports, storage: { ...storage, feed: { ...storage.feed, revisions } } });
    other.changes.listen(opened.acme, () => called.push("acme"));
    await expect(other.changes.poll()).rejects.toThrow("connection lost");
    fails = false;
    await other.changes.poll();
    expect(called).toEqual(["acme"]);
  });
});
