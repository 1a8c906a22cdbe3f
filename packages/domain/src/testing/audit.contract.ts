import type { AuditRecord } from "../foundation/audit/audit-record.js";
import { type FailureCount, failureOf } from "../foundation/audit/failure-count.js";
import type { AccountId, ImportRunId } from "../foundation/kernel/ids.js";
import { day, type Instant, plus } from "../foundation/kernel/instant.js";
import { anAuditRecord } from "./builders.js";
import { type Fresh, freshStorage, readTrail } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function auditContract(fresh: Fresh): void {
  describe("the audit trail", () => {
    const open = freshStorage(fresh);

    it("is empty at first", async () => {
      expect(await readTrail(open.storage, open.mine)).toEqual([]);
    });

    it("keeps all fields and identical records", async () => {
      const records = [
        anAuditRecord(),
        anAuditRecord(),
        anAuditRecord({ actor: "operator", actorId: null, subject: "token 7", filters: [], rows: null }),
        anAuditRecord({ actor: "access-token", actorId: "rpc_a", rows: 0, outcome: "bad_signature" }),
        anAuditRecord({ origin: { requestId: "r-1", address: "203.0.113.7", userAgent: "curl/8.5.0", cut: "stop" } }),
        anAuditRecord({ origin: { osUser: "ada", importRun: 7 as ImportRunId, connection: "ehr" } }),
      ];
      await open.storage.audit.append(open.mine, records);
      const trail = await readTrail(open.storage, open.mine);
      expect(trail).toHaveLength(6);
      expect(trail).toEqual(expect.arrayContaining(records));
    });

    it("is sorted by time, to the millisecond, in any order of appending", async () => {
      const at = (milliseconds: number) => anAuditRecord({ at: plus(open.start, milliseconds) });
      await open.storage.audit.append(open.mine, [at(1_001), at(5)]);
      await open.storage.audit.append(open.mine, [at(1_000), at(0)]);
      expect(await readTrail(open.storage, open.mine)).toEqual([at(0), at(5), at(1_000), at(1_001)]);
      expect(await readTrail(open.storage, open.mine, plus(open.start, 1_000))).toEqual([at(1_000), at(1_001)]);
    });

    it("accepts many records at once", async () => {
      const records = Array.from({ length: 3_000 }, (_, index) =>
        anAuditRecord({ at: plus(open.start, Math.floor(index / 10)), rows: index }),
      );
      await open.storage.audit.append(open.mine, records);
      const rows = (await readTrail(open.storage, open.mine)).map((record) => record.rows ?? -1);
      expect(rows.sort((a, b) => a - b)).toEqual(records.map((record) => record.rows));
    });

    it("belongs to one account", async () => {
      await open.storage.audit.append(open.other, [anAuditRecord()]);
      expect(await readTrail(open.storage, open.mine)).toEqual([]);
      expect(await readTrail(open.storage, open.other)).toEqual([anAuditRecord()]);
    });

    it("has the records of committed units of work, but not of failed ones", async () => {
      const record = (action: string) => anAuditRecord({ at: open.start, action });
      const done = await open.storage.transact(open.mine, async ({ audit }) => {
        await audit.append(open.mine, [record("load_bundle")]);
        await audit.append(open.mine, []);
        return "done";
      });
      const failed = open.storage.transact(open.mine, async ({ audit }) => {
        await audit.append(open.mine, [record("rebuild_feed")]);
        throw new Error("no");
      });
      await expect(failed).rejects.toThrow("no");
      expect(done).toBe("done");
      expect(await readTrail(open.storage, open.mine)).toEqual([record("load_bundle")]);
      expect(await readTrail(open.storage, open.other)).toEqual([]);
    });

    const noon = Date.UTC(2026, 2, 2, 12) as Instant;
    const failure = (more: Partial<AuditRecord> = {}): FailureCount =>
      failureOf(
        anAuditRecord({
          ...{ actor: "access-token", actorId: "rpc_a", action: "POST /oauth/token", outcome: "bad_signature" },
          at: noon,
          ...more,
        }),
      );
    const failuresOf = async (account: AccountId, since = 0 as Instant) => {
      const found: FailureCount[] = [];
      for await (const page of open.storage.audit.failures(account, since)) found.push(...page);
      return found;
    };

    it("counts repeated failures per actor, action, outcome and UTC day", async () => {
      const [before, after] = [plus(noon, -5), plus(noon, 7)];
      const others = [
        failure({ actorId: "rpc_b", at: plus(noon, 1) }),
        failure({ action: "GET /v2/reviews", at: plus(noon, 2) }),
        failure({ outcome: "expired", at: plus(noon, 3) }),
        failure({ actor: "api-token", at: plus(noon, 4) }),
        failure({ at: plus(noon, day) }),
      ];
      await open.storage.audit.addFailures(open.mine, [failure(), ...others, { ...failure({ at: after }), count: 3 }]);
      await open.storage.audit.addFailures(open.mine, [failure({ at: before })]);
      const found = await failuresOf(open.mine);
      expect(found).toHaveLength(6);
      expect(found).toEqual(
        expect.arrayContaining([{ ...failure(), firstAt: before, lastAt: after, count: 5 }, ...others]),
      );
      expect(found.at(-1)).toEqual(others.at(-1));
      expect(await failuresOf(open.mine, plus(noon, 8))).toEqual(others.slice(-1));
      expect(await failuresOf(open.other)).toEqual([]);
      expect(await readTrail(open.storage, open.mine)).toEqual([]);
    });

    it("counts all concurrent failures", async () => {
      const some = [failure(), failure({ outcome: "expired" })];
      const orders = Array.from({ length: 40 }, (_, index) => (index % 2 ? some : some.toReversed()));
      await Promise.all(orders.map((failures) => open.storage.audit.addFailures(open.mine, failures)));
      expect((await failuresOf(open.mine)).map(({ count }) => count)).toEqual([40, 40]);
    });

    it("reads more failure counts than one page holds", async () => {
      const records = Array.from({ length: 2_100 }, (_, index) => failure({ actorId: `rpc_${index}` }));
      await open.storage.audit.addFailures(open.mine, records);
      expect(new Set((await failuresOf(open.mine)).map(({ actorId }) => actorId)).size).toBe(2_100);
    });

    it("deletes only the records and failure counts from before a given time, in batches", async () => {
      const at = (milliseconds: number) => anAuditRecord({ at: plus(noon, milliseconds) });
      await open.storage.audit.append(open.mine, [at(-3), at(-2), at(-1), at(0)]);
      await open.storage.audit.append(open.other, [at(-3)]);
      await open.storage.audit.addFailures(open.mine, [failure({ at: plus(noon, -1) }), failure({ actorId: "rpc_b" })]);
      // Ignore the audit record for the creation of the account.
      const forget = (before: Instant, max: number) =>
        open.storage.audit.forget(open.mine, before, max, (rows) => anAuditRecord({ at: plus(noon, rows), rows }));
      await forget(plus(noon, -10), 10);
      const recent = (await readTrail(open.storage, open.mine)).filter((record) => record.at > noon);
      expect(await forget(noon, 1)).toBe(1);
      expect(await forget(noon, 10)).toBe(3);
      expect(await forget(noon, 10)).toBe(0);
      const records = [
        at(0),
        anAuditRecord({ at: plus(noon, 1), rows: 1 }),
        anAuditRecord({ at: plus(noon, 3), rows: 3 }),
      ];
      expect(await readTrail(open.storage, open.mine)).toEqual(expect.arrayContaining([...records, ...recent]));
      expect(await readTrail(open.storage, open.mine)).toHaveLength(records.length + recent.length);
      expect(await readTrail(open.storage, open.other)).toEqual([at(-3)]);
      expect(await failuresOf(open.mine)).toEqual([failure({ actorId: "rpc_b" })]);
    });

    it("accepts empty lists", async () => {
      await open.storage.audit.append(open.mine, []);
      await open.storage.audit.addFailures(open.mine, []);
      expect(await readTrail(open.storage, open.mine)).toEqual([]);
    });
  });
}
