import { expect } from "@jest/globals";
import { addAccount, anEntry, readList } from "@repute/domain/testing";
import type { Database, DatabaseOptions } from "../src/database.js";

/** Tests that closing a database completes its work, can be repeated, and makes all later calls fail. */
export async function expectToClose(open: (options?: Partial<DatabaseOptions>) => Promise<Database>): Promise<void> {
  const database = await open({ migrate: true });
  const account = await addAccount(database.storage, "acme");
  const last = database.storage.transact(account, ({ feed }) => feed.publish(account, "reviews", [anEntry()]));
  await Promise.all([database.close(), database.close()]);
  await last;
  const uses = [
    () => database.storage.accounts.byKey("acme"),
    () => database.storage.transact(account, async () => "done"),
    () => database.storage.read(account, async () => "done"),
    () => readList(database.storage, account, "reviews"),
    () => database.migrate(),
    () => database.pendingMigrations(),
  ];
  for (const use of uses) await expect(use()).rejects.toMatchObject({ code: "database_closed" });
  expect((await readList((await open()).storage, account, "reviews")).count).toBe(1);
}
