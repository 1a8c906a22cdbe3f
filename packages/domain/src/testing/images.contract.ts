import type { AccountId, UserId } from "../foundation/kernel/ids.js";
import type { ImageStore } from "../subjects/users/image-store.js";
import { afterEach, beforeEach, describe, expect, it } from "./runner.js";

/** Empty image store with two accounts. `use` runs a function in a transaction. */
export type OpenImages = {
  readonly mine: AccountId;
  readonly other: AccountId;
  use<T>(account: AccountId, work: (images: ImageStore) => Promise<T>): Promise<T>;
  close?(): Promise<void>;
};

/** Tests that every implementation of `ImageStore` must pass. Call this function once per adapter. */
export function imageStoreContract(name: string, fresh: () => Promise<OpenImages>): void {
  describe(`images in ${name}`, () => {
    let open: OpenImages;
    beforeEach(async () => {
      open = await fresh();
    });
    afterEach(async () => open.close?.());

    const [ada, bo] = [7, 8] as UserId[] as [UserId, UserId];
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const save = (user: UserId, image: Uint8Array, account = open.mine) =>
      open.use(account, (images) => images.save(account, user, image));
    const of = async (user: UserId, account = open.mine) => {
      const image = await open.use(account, (images) => images.of(account, user));
      return image && [...image];
    };

    it("are returned unchanged", async () => {
      const large = Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 7) % 251);
      await save(ada, every);
      await save(bo, large);
      expect(await of(ada)).toEqual([...every]);
      expect((await of(bo))?.every((byte, index) => byte === large[index])).toBe(true);
    });

    it("are replaced by the user's next image, and absent after removal", async () => {
      await save(ada, every);
      await save(ada, every.slice(0, 9));
      await save(bo, every);
      expect(await of(ada)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
      for (const _ of [1, 2]) await open.use(open.mine, (images) => images.remove(open.mine, ada));
      expect(await of(ada)).toBeUndefined();
      expect(await of(bo)).toHaveLength(256);
    });

    it("belong to one account, even with equal ids", async () => {
      await save(ada, every.slice(0, 1));
      await save(ada, every.slice(0, 2), open.other);
      await open.use(open.mine, (images) => images.remove(open.mine, ada));
      expect(await of(ada)).toBeUndefined();
      expect(await of(ada, open.other)).toEqual([0, 1]);
    });
  });
}
