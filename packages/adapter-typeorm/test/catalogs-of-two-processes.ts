import { expect, it } from "@jest/globals";
import type { AccountId, Storage } from "@repute/domain";
import { aLocation, locationId } from "@repute/domain/testing";

type Opened = { readonly one: Storage; readonly another: Storage; readonly account: AccountId };

/** Declares the tests for catalogs that two open databases cache. `open` opens the same database twice. */
export function testCatalogsOfTwoProcesses(open: () => Promise<Opened>): void {
  const names = (storage: Storage, account: AccountId) =>
    storage.read(account, async ({ catalog }) =>
      (await catalog.read(account, "locations")).locations.map(({ name }) => name),
    );
  const save = (storage: Storage, account: AccountId, name: string, id = 1) =>
    storage.transact(account, ({ catalog }) =>
      catalog.save(account, { locations: [aLocation({ id: locationId(id), name })] }),
    );

  it("shows the changes of another process with the next read", async () => {
    const { one, another, account } = await open();
    await save(one, account, "Main");
    expect(await names(one, account)).toEqual(["Main"]);
    expect(await names(another, account)).toEqual(["Main"]);
    await save(another, account, "Oak");
    expect(await names(one, account)).toEqual(["Oak"]);
    await another.transact(account, ({ catalog }) => catalog.remove(account, { locations: [1] }));
    expect(await names(one, account)).toEqual([]);
  });

  it("shows a transaction its own changes, and no other transaction its failed changes", async () => {
    const { one, another, account } = await open();
    await save(one, account, "Main");
    const read: string[][] = [];
    const failing = one.transact(account, async ({ catalog }) => {
      for (const name of ["Oak", "Elm"]) {
        await catalog.read(account, "locations");
        await catalog.save(account, { locations: [aLocation({ name })] });
        read.push((await catalog.read(account, "locations")).locations.map((location) => location.name));
      }
      throw new Error("halfway");
    });
    await expect(failing).rejects.toThrow("halfway");
    expect(read).toEqual([["Oak"], ["Elm"]]);
    expect([await names(one, account), await names(another, account)]).toEqual([["Main"], ["Main"]]);
  });
}
