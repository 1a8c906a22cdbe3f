import type { AccountId, UserId } from "../foundation/kernel/ids.js";
import type { PasswordHasher, PasswordKeeper } from "../subjects/users/password.js";
import { afterEach, beforeEach, describe, expect, it } from "./runner.js";

/** Empty password keeper for two accounts. `use` runs a transaction, and `storedHash` reads a hash. */
export type OpenKeeper = {
  readonly mine: AccountId;
  readonly other: AccountId;
  use(account: AccountId, work: (keeper: PasswordKeeper) => Promise<void>): Promise<void>;
  storedHash(account: AccountId, user: UserId): Promise<string | undefined>;
  close?(): Promise<void>;
};

/** Tests that every implementation of `PasswordKeeper` must pass. Call this function once per adapter. */
export function passwordKeeperContract(name: string, fresh: () => Promise<OpenKeeper>): void {
  describe(`a password in ${name}`, () => {
    let open: OpenKeeper;
    beforeEach(async () => {
      open = await fresh();
    });
    afterEach(async () => open.close?.());

    const [ada, bo] = [7, 8] as UserId[] as [UserId, UserId];
    const keep = (user: UserId, hash: string, account = open.mine) =>
      open.use(account, (keeper) => keeper.keep(account, user, hash));
    const forget = (user: UserId) => open.use(open.mine, (keeper) => keeper.forget(open.mine, user));

    it("is stored until it is replaced or deleted", async () => {
      expect(await open.storedHash(open.mine, ada)).toBeUndefined();
      await keep(ada, "$one$");
      await keep(bo, "$two$");
      await keep(ada, "$three$");
      expect([await open.storedHash(open.mine, ada), await open.storedHash(open.mine, bo)]).toEqual([
        "$three$",
        "$two$",
      ]);
      for (const _ of [1, 2]) await forget(ada);
      expect([await open.storedHash(open.mine, ada), await open.storedHash(open.mine, bo)]).toEqual([
        undefined,
        "$two$",
      ]);
    });

    it("belongs to one account, even with equal ids", async () => {
      await keep(ada, "$mine$");
      await keep(ada, "$theirs$", open.other);
      await forget(ada);
      expect([await open.storedHash(open.mine, ada), await open.storedHash(open.other, ada)]).toEqual([
        undefined,
        "$theirs$",
      ]);
    });
  });
}

/**
 * Tests that every implementation of `PasswordHasher` must pass. Call this function once per adapter.
 * `isHashOf` verifies a hash.
 */
export function passwordHasherContract(
  name: string,
  fresh: () => {
    readonly hash: PasswordHasher;
    readonly isHashOf: (account: AccountId, hash: string, password: string) => Promise<boolean>;
  },
): void {
  describe(`a password hash of ${name}`, () => {
    const account = 1 as AccountId;
    const samples = ["zoë's façade 漢字 🐎 x", "a".repeat(256)];

    it("matches its password and no other", async () => {
      const { hash, isHashOf } = fresh();
      for (const password of samples) {
        const made = await hash(account, password);
        expect([await isHashOf(account, made, password), await isHashOf(account, made, `${password} `)]).toEqual([
          true,
          false,
        ]);
      }
    });

    it("is different every time", async () => {
      const { hash } = fresh();
      const make = () => hash(account, "correct horse battery");
      expect(await make()).not.toBe(await make());
    });
  });
}
