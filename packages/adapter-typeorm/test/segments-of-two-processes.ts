import { expect, it } from "@jest/globals";
import type { AccountId, Storage } from "@repute/domain";
import { anEntry, readList } from "@repute/domain/testing";

type Opened = { readonly one: Storage; readonly another: Storage; readonly account: AccountId };

/** Declares the test for segments that two open databases cache. `open` opens the same database twice. */
export function testSegmentsOfTwoProcesses(open: () => Promise<Opened>): void {
  it("are used for an uncompressed list only until another process changes them", async () => {
    const { one, another, account } = await open();
    const publish = (storage: Storage, ...ids: readonly number[]) =>
      storage.transact(account, ({ feed }) =>
        feed.publish(
          account,
          "reviews",
          ids.map((id) => anEntry({ id: Math.abs(id), json: JSON.stringify({ id }) })),
        ),
      );
    const seal = (storage: Storage) => storage.sealer.seal(account, { bytes: 20 });
    const ids = async (storage: Storage) =>
      (await readList(storage, account, "reviews")).items.map((item) => (item as { readonly id: number }).id);

    await publish(one, 1, 2, 3, 4, 5, 6);
    expect(await seal(one)).toBeGreaterThan(1);
    for (const storage of [one, another, one]) expect(await ids(storage)).toEqual([6, 5, 4, 3, 2, 1]);
    await publish(another, -3);
    expect(await ids(one)).toEqual([6, 5, 4, -3, 2, 1]);
    await seal(another);
    expect(await ids(one)).toEqual([6, 5, 4, -3, 2, 1]);
    await another.transact(account, ({ feed }) => feed.remove(account, "reviews", [{ kind: 0, id: 4 }]));
    await seal(another);
    for (const storage of [one, another]) expect(await ids(storage)).toEqual([6, 5, -3, 2, 1]);
  });
}
