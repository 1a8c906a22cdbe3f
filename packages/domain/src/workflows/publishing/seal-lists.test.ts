import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { hour, minute, plus } from "../../foundation/kernel/instant.js";
import type { Storage } from "../../ports.js";
import { anEntry } from "../../testing/builders.js";
import { type TwoAccounts, twoAccounts } from "../../testing/two-accounts.js";

let clock: TwoAccounts["clock"];
let ports: TwoAccounts["ports"];
let acme: AccountId;
let zenith: AccountId;
let visits: AccountId[];
let leases: number;
beforeEach(async () => {
  ({ clock, ports, acme, zenith } = await twoAccounts());
  [visits, leases] = [[], 0];
});

const publish = (account: AccountId) =>
  ports.storage.transact(account, ({ feed }) => feed.publish(account, "reviews", [anEntry({ id: clock() })]));
const pass = (milliseconds: number) => clock.set(clock() + milliseconds);

/** Creates a process whose sealer records the visited accounts and seals one segment per visit. */
function aProcess(whileSealing: (account: AccountId) => Promise<void> = async () => {}) {
  const { storage } = ports;
  const sealer: Storage["sealer"] = {
    async seal(account) {
      visits.push(account);
      await whileSealing(account);
      return 1;
    },
  };
  const jobs: Storage["jobs"] = {
    take: (...lease) => ((leases += 1), storage.jobs.take(...lease)),
    finish: (...lease) => ((leases += 1), storage.jobs.finish(...lease)),
  };
  return createDomain({ ...ports, storage: { ...storage, sealer, jobs } }).feed;
}

describe("sealing the lists of idle accounts", () => {
  it("visits each account once, and again only after a change that is a minute old", async () => {
    const feed = aProcess();
    pass(hour);
    expect(await feed.sealResting()).toBe(2);
    pass(hour);
    expect(await feed.sealResting()).toBe(0);
    await publish(zenith);
    pass(minute / 2);
    expect(await feed.sealResting()).toBe(0);
    pass(minute / 2);
    expect(await feed.sealResting()).toBe(1);
    expect(visits).toEqual([acme, zenith, zenith]);
  });

  it("writes no lease while no account has changed, and one lease for many accounts", async () => {
    const feed = aProcess();
    pass(hour);
    await feed.sealResting();
    expect(leases).toBe(2);
    pass(hour);
    await feed.sealResting();
    expect(leases).toBe(2);
  });

  it("notices changes by another process, and changes during sealing", async () => {
    const feed = aProcess(async (account) => {
      if (account === acme && visits.length === 1) await publish(acme);
    });
    pass(hour);
    await feed.sealResting();
    pass(hour);
    await feed.sealResting();
    expect(visits).toEqual([acme, zenith, acme]);
  });

  it("visits an account again if sealing failed or was stopped", async () => {
    let isStopping = false;
    const feed = aProcess(async (account) => {
      if (visits.length === 1) throw new Error("disk full");
      if (account === zenith && visits.length === 2) isStopping = true;
    });
    pass(hour);
    await expect(feed.sealResting(() => isStopping)).rejects.toThrow("disk full");
    isStopping = false;
    pass(hour);
    await feed.sealResting();
    expect(visits).toEqual([acme, zenith, acme, zenith]);
  });

  it("stops if another process has taken over the job", async () => {
    const feed = aProcess(async () => {
      pass(hour);
      const lease = { holder: "other", due: clock(), now: clock(), until: plus(clock(), minute) };
      await ports.storage.jobs.take("seal", lease);
    });
    pass(hour);
    expect(await feed.sealResting()).toBe(1);
    expect(visits).toEqual([acme]);
  });
});
