import { afterEach, describe, expect, it } from "@jest/globals";
import { stillClock } from "@repute/domain/memory";
import { anEntry } from "@repute/domain/testing";
import { freshDatabase } from "../../test/fresh-database.js";
import { openSqlite } from "./open-sqlite.js";

const options = { migrate: false, readers: 1, lists: 1, listsPerAccount: 1, patience: 1_000, maxLogBytes: 134_217_728 };

describe("the commit number on SQLite", () => {
  const open = freshDatabase();
  let other: Awaited<ReturnType<typeof openSqlite>> | undefined;
  afterEach(() => other?.close());

  it("is read without reading a table, and changes after a commit through another connection", async () => {
    const statements: string[] = [];
    other = await openSqlite({
      ...options,
      clock: stillClock(),
      file: open.file,
      trace: (sql) => statements.push(sql),
    });
    const { feed } = other.storage;
    const before = await feed.commitNumber();
    statements.length = 0;
    expect(await feed.commitNumber()).toBe(before);
    expect(statements).toEqual(["PRAGMA data_version"]);
    await open.storage.transact(open.account, ({ feed: own }) => own.publish(open.account, "reviews", [anEntry()]));
    expect(await feed.commitNumber()).not.toBe(before);
  });
});
