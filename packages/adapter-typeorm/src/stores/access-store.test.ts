import { describe, expect, it } from "@jest/globals";
import type { AccountId, Instant } from "@repute/domain";
import { anAuditRecord, readTrail } from "@repute/domain/testing";
import { freshDatabase } from "../../test/fresh-database.js";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import type { Database } from "../database.js";
import type { LatestSession } from "../engine.js";
import { remembered } from "./access-store.js";

/** Creates a session with a commit counter and a lookup that counts its calls. */
function committed(isKnown = true) {
  let [state, value, lookUps] = [1, "first", 0];
  const session = { ...(isKnown && { state: async () => state }) } as LatestSession;
  return {
    session,
    commit(next: string): void {
      [state, value] = [state + 1, next];
    },
    lookUp: async (key: string) => {
      lookUps += 1;
      return key === "nobody" ? undefined : { key, value };
    },
    lookUps: () => lookUps,
  };
}

describe("a cached lookup", () => {
  it("runs once per key until the next commit", async () => {
    const { session, lookUp, lookUps, commit } = committed();
    const find = remembered(session, lookUp);
    expect([await find("a"), await find("a"), await find("b")].map((found) => found?.key)).toEqual(["a", "a", "b"]);
    expect(lookUps()).toBe(2);
    commit("second");
    expect(await find("a")).toEqual({ key: "a", value: "second" });
    expect(await find("b")).toEqual({ key: "b", value: "second" });
  });

  it("runs each time for a missing key", async () => {
    const { session, lookUp, lookUps } = committed();
    const find = remembered(session, lookUp);
    expect([await find("nobody"), await find("nobody")]).toEqual([undefined, undefined]);
    expect(lookUps()).toBe(2);
  });

  it("does not cache a result from before a commit that another call has seen", async () => {
    const { session, lookUp, commit } = committed();
    let goOn: () => void = () => {};
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const find = remembered(session, async (key) => {
      const found = await lookUp(key);
      if (key === "slow") await waiting;
      return found;
    });
    const slow = find("slow");
    await Promise.resolve();
    commit("second");
    await find("other");
    goOn();
    expect(await slow).toEqual({ key: "slow", value: "first" });
    expect(await find("slow")).toEqual({ key: "slow", value: "second" });
  });

  it("caches at most 1,000 results", async () => {
    const { session, lookUp, lookUps } = committed();
    const find = remembered(session, lookUp);
    for (let number = 0; number <= 1_000; number += 1) await find(`${number}`);
    await find("0");
    expect(lookUps()).toBe(1_002);
  });

  it("runs each time if the session does not report commits", async () => {
    const { session, lookUp, lookUps } = committed(false);
    const find = remembered(session, lookUp);
    await find("a");
    await find("a");
    expect(lookUps()).toBe(2);
  });
});

const now = 1_780_315_200_000 as Instant;
const unknownAccount = 999 as AccountId;
const spend = ({ storage }: Database, account: AccountId, jti: string) =>
  storage.assertions.spend(
    account,
    { clientId: "rpc_a", jti, until: (now + 360_000) as Instant },
    now,
    anAuditRecord(),
  );

type Opened = { readonly database: Database; readonly account: AccountId; again(): Promise<Database> };

/** Tests beyond the contract, for assertions that share a commit. */
function sharing(open: () => Opened): void {
  it("is stored even if another one in the same commit cannot be recorded", async () => {
    const { database, account } = open();
    const settled = await Promise.allSettled([
      spend(database, account, "1"),
      spend(database, unknownAccount, "2"),
      spend(database, account, "3"),
      spend(database, account, "1"),
    ]);
    expect(settled).toMatchObject([{ value: true }, { status: "rejected" }, { value: true }, { value: false }]);
    expect(await readTrail(database.storage, account)).toHaveLength(2);
    expect(await spend(database, account, "4")).toBe(true);
  });

  it("is visible to every other process once the call returns", async () => {
    const { database, account, again } = open();
    const other = await again();
    const both = Array.from({ length: 50 }, (_, index) => async () => {
      const isFirst = await spend(database, account, String(index));
      return [isFirst, await spend(other, account, String(index))];
    });
    expect(await Promise.all(both.map((one) => one()))).toEqual(both.map(() => [true, false]));
    expect(await readTrail(other.storage, account)).toHaveLength(50);
  });
}

describe("an assertion that shares a commit in a SQLite file", () => {
  const fresh = freshDatabase();
  sharing(() => ({ database: fresh.database, account: fresh.account, again: fresh.openAgain }));
});

describeOnPostgres("an assertion that shares a commit on PostgreSQL", () => {
  const empty = emptyPostgres();
  sharing(() => ({ database: empty.database, account: empty.mine, again: empty.open }));
});
