import type { AccountId, UserId } from "../foundation/kernel/ids.js";
import type { ReadStores } from "../ports.js";
import type { User } from "../subjects/users/user.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";
import { aUser } from "./user-builders.js";

const samples: readonly User[] = [
  aUser(),
  aUser({ id: 8 as UserId, email: "Bo@Example.com", role: "Group Admin", active: false }),
  aUser({ id: 9 as UserId, email: "zoë@bücher.example", oid: 'O-"9"', phone: "801-555-0142", bio: "Zoë\nlikes tea" }),
];

export function usersContract(fresh: Fresh): void {
  describe("users", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...users: User[]) =>
      open.storage.transact(account, (stores) => stores.users.save(account, users));
    const read = <T>(work: (users: ReadStores["users"]) => Promise<T>, account = open.mine) =>
      open.storage.read(account, (stores) => work(stores.users));
    const nextId = (account: AccountId) => open.storage.transact(account, ({ users }) => users.nextId(account));
    const idsOf = (users: readonly User[]) => users.map(({ id }) => id as number).sort((a, b) => a - b);

    it("are returned with all values, known and unknown, by id", async () => {
      await save(open.mine, ...samples.toReversed());
      expect(await read((users) => users.all(open.mine))).toEqual(samples);
      await save(open.other, aUser({ id: 8 as UserId }));
      expect(await read((users) => users.page(open.mine, { after: 7, limit: 1 }))).toEqual([samples[1]]);
      expect(await read((users) => users.page(open.mine, { after: 8, limit: 9 }))).toEqual([samples[2]]);
      const found = await read((users) => users.byIds(open.mine, [9, 7, 404] as UserId[]));
      expect(idsOf(found)).toEqual([7, 9]);
      expect(await read((users) => users.byIds(open.mine, []))).toEqual([]);
    });

    it("are replaced completely by id", async () => {
      for (const one of samples) {
        await save(open.mine, { ...one, id: 7 as UserId });
        expect(await read((users) => users.all(open.mine))).toEqual([{ ...one, id: 7 }]);
      }
    });

    it("are found by address, ignoring case", async () => {
      await save(open.mine, ...samples);
      const found = await read((users) => users.byEmails(open.mine, ["BO@example.COM", "ZOË@bücher.example", "x@y.z"]));
      expect(idsOf(found)).toEqual([8, 9]);
      expect(await read((users) => users.byEmails(open.mine, []))).toEqual([]);
    });

    it("can swap addresses in one call", async () => {
      const [first, second] = [aUser({ email: "a@example.com" }), aUser({ id: 8 as UserId, email: "b@example.com" })];
      await save(open.mine, first, second);
      await save(open.mine, { ...first, email: second.email }, { ...second, email: first.email });
      expect(idsOf(await read((users) => users.byEmails(open.mine, ["a@example.com"])))).toEqual([8]);
    });

    it("know whether another active Administrator exists, and their count", async () => {
      const has = (id: number) =>
        open.storage.transact(open.mine, ({ users }) => users.hasOtherAdministrator(open.mine, id as UserId));
      const administrator = { role: "Administrator", active: true } as const;
      await save(open.other, aUser({ id: 1 as UserId, ...administrator }));
      expect(await has(7)).toBe(false);
      await save(open.mine, aUser({ ...administrator }), aUser({ id: 8 as UserId, ...administrator, active: false }));
      await save(open.mine, aUser({ id: 9 as UserId, role: "Office Staff", active: true }));
      expect([await has(7), await has(8)]).toEqual([false, true]);
      expect(await open.storage.transact(open.mine, ({ users }) => users.count(open.mine))).toBe(3);
    });

    it("never get an id that another user had", async () => {
      expect(await nextId(open.mine)).toBe(1);
      await save(open.mine, aUser({ id: 12 as UserId }), aUser({ id: 7 as UserId }));
      expect(await nextId(open.mine)).toBe(13);
      await save(open.mine, aUser({ id: 13 as UserId }));
      await open.storage.transact(open.mine, ({ users }) => users.remove(open.mine, 13 as UserId));
      expect(await nextId(open.mine)).toBe(14);
      expect(await nextId(open.other)).toBe(1);
    });

    it("belong to one account, even with equal ids and addresses", async () => {
      const [mine, theirs] = [aUser({ name: "Mine" }), aUser({ name: "Theirs" })];
      await save(open.mine, mine);
      await save(open.other, theirs);
      await open.storage.transact(open.mine, ({ users }) => users.remove(open.mine, mine.id));
      expect(await read((users) => users.all(open.mine))).toEqual([]);
      const others = [
        await read((users) => users.all(open.other), open.other),
        await read((users) => users.byIds(open.other, [mine.id]), open.other),
        await read((users) => users.byEmails(open.other, [mine.email]), open.other),
      ];
      expect(others).toEqual([[theirs], [theirs], [theirs]]);
    });
  });
}
