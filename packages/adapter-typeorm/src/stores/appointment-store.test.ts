import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { AccountId, AppointmentId } from "@repute/domain";
import { addAccount, anAppointment } from "@repute/domain/testing";
import Sqlite from "better-sqlite3";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { Database } from "../index.js";
import { openDatabase } from "../open-database.js";
import { digestOf, placeOf } from "../tables/match-keys.js";

const called = (ref: string) => ({ kind: "source", value: `main\n${ref}` }) as const;
const imported = (id: number) =>
  anAppointment({
    ...{ id: id as AppointmentId, locationId: null, providerId: null },
    source: { connection: "main", ref: `A-${id}` },
  });

describe("keys that share a digest", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let database: Database;
  let account: AccountId;
  beforeEach(async () => {
    folder = temporaryFolder();
    database = await openDatabase({ url: folder.url, migrate: true });
    account = await addAccount(database.storage, "acme");
    await database.storage.transact(account, ({ appointments }) =>
      appointments.save(account, [imported(77), imported(78), imported(79)]),
    );
    const file = new Sqlite(folder.file);
    const share = file.prepare(`INSERT INTO match_keys (account_id, kind, value, form, at, id, last_name, first_name)
      VALUES (?, ?, ?, 3, ?, ?, '', '')`);
    for (const [ref, id] of [
      ["A-79", 77],
      ["A-79", 78],
      ["A-80", 77],
    ] as const) {
      const { kind, value } = placeOf(called(ref));
      share.run(account, kind, value, digestOf(called(ref)), id);
    }
    file.close();
  });
  afterEach(async () => {
    await database.close();
    folder.remove();
  });

  it("find only the appointment that has the key", async () => {
    const known = database.storage.read(account, ({ appointments }) =>
      appointments.withKeys(account, [called("A-77"), called("A-79"), called("A-80")]),
    );
    expect(await known).toEqual([77, 79, undefined]);
  });
});
