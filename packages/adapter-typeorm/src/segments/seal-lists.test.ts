import { setImmediate } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { anEntry } from "@repute/domain/testing";
import { freshDatabase } from "../../test/fresh-database.js";

const open = freshDatabase();

it("sealing waits while a list is being read", async () => {
  const { storage, account } = open;
  const json = `{"text":"${"x".repeat(2_000)}"}`;
  const entries = Array.from({ length: 500 }, (_, index) => anEntry({ id: index + 1, json }));
  await storage.transact(account, ({ feed }) => feed.publish(account, "reviews", entries));
  const list = storage.feed.read(account, "reviews", {})[Symbol.asyncIterator]();
  await list.next();
  let sealed = 0;
  const sealing = storage.sealer.seal(account, { onSegment: () => (sealed += 1) });
  // Long enough to seal the whole list.
  for (let turn = 0; turn < 200; turn += 1) {
    await storage.read(account, ({ settings }) => settings.read(account));
    await setImmediate();
  }
  expect(sealed).toBe(0);
  await list.return?.();
  expect(await sealing).toBeGreaterThan(0);
});
