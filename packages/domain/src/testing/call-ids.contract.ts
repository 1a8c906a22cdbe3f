import type { AccountId, CallId } from "../foundation/kernel/ids.js";
import type { CallName, CallTracker } from "../subjects/calls/call-id-store.js";
import { aCampaign, aConversion } from "./conversion-builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const called = (name: string, id: number): CallName => ({ name, id: id as CallId });
const byId = (a: CallName, b: CallName) => a.id - b.id;

export function callIdsContract(fresh: Fresh): void {
  describe("call ids by tracker name", () => {
    const open = freshStorage(fresh);
    const add = (account: AccountId, tracker: CallTracker, ...names: CallName[]) =>
      open.storage.transact(account, ({ callIds }) => callIds.add(account, tracker, names));
    const found = async (account: AccountId, tracker: CallTracker, ...names: string[]) =>
      (await open.storage.transact(account, ({ callIds }) => callIds.byNames(account, tracker, names))).sort(byId);
    const greatest = (account: AccountId) =>
      open.storage.transact(account, ({ ids }) => ids.greatest(account, "calls"));

    it("are found by the exact name", async () => {
      const names = [called("CAL1", 1), called("cal1", 2), called("7", 3), called("Zoë 🙂 'O\\", 2 ** 53 - 1)];
      await add(open.mine, "callrail", ...names);
      expect(await found(open.mine, "callrail", ...names.map(({ name }) => name), "CAL", "CAL11", "07")).toEqual(names);
      expect(await found(open.mine, "callrail")).toEqual([]);
    });

    it("belong to one tracker and one account", async () => {
      await add(open.mine, "callrail", called("1", 1));
      await add(open.mine, "twilio", called("1", 2));
      await add(open.other, "callrail", called("1", 1), called("2", 9));
      expect(await found(open.mine, "callrail", "1", "2")).toEqual([called("1", 1)]);
      expect(await found(open.mine, "twilio", "1")).toEqual([called("1", 2)]);
      expect(await found(open.other, "twilio", "1")).toEqual([]);
    });

    it("can be numerous", async () => {
      const names = Array.from({ length: 1_234 }, (_, index) => called(`CAL${index}`, index + 1));
      await add(open.mine, "callrail", ...names);
      expect(await found(open.mine, "callrail", ...names.map(({ name }) => name))).toEqual(names);
    });

    it("include the highest id of the account's calls, with or without a name", async () => {
      expect(await greatest(open.mine)).toBe(0);
      await add(open.other, "twilio", called("1", 5_000));
      await open.storage.transact(open.mine, async ({ catalog, conversions }) => {
        await catalog.save(open.mine, { campaigns: [aCampaign()] });
        await conversions.save(open.mine, [
          aConversion({ id: 30 as CallId }),
          aConversion({ kind: "submission", id: 99 as CallId }),
        ]);
      });
      expect(await greatest(open.mine)).toBe(30);
      await add(open.mine, "twilio", called("1", 2 ** 40));
      await add(open.mine, "callrail", called("1", 31));
      expect(await greatest(open.mine)).toBe(2 ** 40);
    });
  });
}
