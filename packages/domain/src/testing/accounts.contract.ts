import type { Credential } from "../foundation/access/access-ports.js";
import { defaultSettings, type DeletedRows } from "../foundation/accounts/account.js";
import { firstHistory, withArrival } from "../foundation/accounts/arrivals.js";
import {
  type Arrival,
  type AuditRecord,
  dayOf,
  type FailureCount,
  failureOf,
  type Principal,
} from "../foundation/accounts/audit-trail.js";
import type { CatalogReader } from "../foundation/catalog/catalog.js";
import type { AccountId, ClientId, CredentialId, HostUserId, ImportRunId } from "../foundation/kernel/ids.js";
import type { Phone } from "../foundation/kernel/contact-details.js";
import { day, hour, type Instant, minute, plus } from "../foundation/kernel/times.js";
import type { StoredResponse } from "../foundation/unit-of-work/once.js";
import { aClient, aCredential, aLocation, anAccount, anAuditRecord, anEntry, at, locationId } from "./builders.js";
import { type Fresh, freshStorage, readList, readTrail } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function unitOfWorkContract(fresh: Fresh): void {
  describe("a unit of work", () => {
    const open = freshStorage(fresh);

    const locations = [aLocation()];
    const idsIn = async (catalog: CatalogReader, account: AccountId) =>
      (await catalog.read(account, "locations")).locations.map(({ id }) => id as number);
    const committedIds = (account: AccountId) => open.storage.read(account, ({ catalog }) => idsIn(catalog, account));

    it("returns its work's result and keeps the stored data", async () => {
      const result = await open.storage.transact(open.mine, async ({ catalog }) => {
        await catalog.save(open.mine, { locations });
        return "done";
      });
      expect(result).toBe("done");
      expect(await committedIds(open.mine)).toEqual([1]);
    });

    it("leaves no data behind when its work throws", async () => {
      const failed = open.storage.transact(open.mine, async ({ catalog, feed }) => {
        await catalog.save(open.mine, { locations });
        await feed.publish(open.mine, "reviews", [anEntry()]);
        throw new Error("no");
      });
      await expect(failed).rejects.toThrow("no");
      expect(await committedIds(open.mine)).toEqual([]);
      expect(await readList(open.storage, open.mine, "reviews")).toEqual({ items: [], count: 0, watermark: 0 });
    });

    it("does not affect the next one when it fails", async () => {
      await expect(open.storage.transact(open.mine, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
      await expect(open.storage.transact(open.mine, async () => "yes")).resolves.toBe("yes");
    });

    it("sees its own changes before they are committed", async () => {
      await open.storage.transact(open.mine, async ({ catalog }) => {
        await catalog.save(open.mine, { locations });
        expect(await idsIn(catalog, open.mine)).toEqual([1]);
        expect(await committedIds(open.mine)).toEqual([]);
      });
      expect(await committedIds(open.mine)).toEqual([1]);
    });

    it("waits for the previous one on its account, so that no update is lost", async () => {
      const addOne = () =>
        open.storage.transact(open.mine, async ({ catalog }) => {
          const next = (await idsIn(catalog, open.mine)).length + 1;
          await catalog.save(open.mine, { locations: [aLocation({ id: locationId(next) })] });
        });
      await Promise.all(Array.from({ length: 8 }, addOne));
      expect(await committedIds(open.mine)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    it("receives a time in whole seconds that never goes backwards on its account", async () => {
      const times: number[] = [];
      for (const moment of [open.start + 1_999, open.start - 60_000, open.start + 5_000]) {
        open.clock.set(moment);
        await open.storage.transact(open.mine, async ({ feed }, now) => {
          times.push(now - open.start);
          await feed.publish(open.mine, "reviews", [anEntry()]);
        });
      }
      expect(times).toEqual([1_000, 1_000, 5_000]);
    });

    it("shows a reader one snapshot, despite concurrent commits", async () => {
      await open.storage.read(open.mine, async ({ catalog }) => {
        expect(await idsIn(catalog, open.mine)).toEqual([]);
        await open.storage.transact(open.mine, (stores) => stores.catalog.save(open.mine, { locations }));
        expect(await idsIn(catalog, open.mine)).toEqual([]);
      });
    });
  });
}

export function directoryContract(fresh: Fresh): void {
  describe("accounts", () => {
    const open = freshStorage(fresh);

    it("are returned unchanged, by key", async () => {
      const birch = anAccount({ key: "birch", name: "Birch Eye" });
      const added = await open.storage.accounts.add(birch, defaultSettings, anAuditRecord());
      expect(await open.storage.accounts.byKey("birch")).toEqual(added);
      expect((await open.storage.accounts.all()).map(({ key }) => key)).toEqual(["acme", "birch", "zenith"]);
      expect(await readTrail(open.storage, added.id)).toEqual([anAuditRecord()]);
    });

    it("are not found by an unknown key", async () => {
      expect(await open.storage.accounts.byKey("Acme")).toBeUndefined();
    });

    it("have a state, which an unknown account does not have", async () => {
      const status = (account: number) => open.storage.accounts.status(account as typeof open.mine);
      expect(await status(open.mine)).toMatchObject({ accountDisabled: false });
      await open.storage.accounts.setDisabled(open.mine, true, anAuditRecord());
      expect(await status(open.mine)).toMatchObject({ accountDisabled: true });
      expect(await status(open.other)).toMatchObject({ accountDisabled: false });
      for (const unknown of [999, Number.MAX_SAFE_INTEGER]) expect(await status(unknown)).toBeUndefined();
    });

    it("reject a duplicate key", async () => {
      const again = open.storage.accounts.add(anAccount({ name: "Another Acme" }), defaultSettings, anAuditRecord());
      await expect(again).rejects.toMatchObject({ kind: "conflict", code: "account_key_taken" });
      expect(await readTrail(open.storage, open.mine)).toEqual([]);
    });

    it("are closed for good, and can then be emptied", async () => {
      const { accounts } = open.storage;
      const contact = "+18015550142" as Phone;
      for (const account of [open.mine, open.other])
        await open.storage.transact(account, ({ stops }) =>
          stops.save(account, [{ contact, since: at("2026-06-01") }]),
        );
      await accounts.close(open.mine, anAuditRecord());
      await accounts.close(open.mine, anAuditRecord());
      const key = `acme~${open.mine}`;
      expect([await accounts.byKey("acme"), await accounts.byKey(key)]).toMatchObject([
        undefined,
        { key, name: "", disabled: true },
      ]);
      expect((await accounts.all()).map((one) => one.key)).toEqual(["zenith"]);
      expect((await accounts.closed()).map(({ id }) => id)).toEqual([open.mine]);
      await expect(open.storage.transact(open.mine, async () => {})).rejects.toMatchObject({
        code: "account_not_found",
      });
      const again = await accounts.add(anAccount(), defaultSettings, anAuditRecord());
      expect([open.mine, open.other]).not.toContain(again.id);

      const emptied: DeletedRows[] = [];
      for await (const rows of accounts.empty(open.mine)) emptied.push(rows);
      expect(emptied).toContainEqual({ table: "stops", rows: 1 });
      for await (const _ of accounts.empty(open.mine)) throw new Error("rows were left");
      const left = (account: typeof open.mine) =>
        open.storage.read(account, ({ stops }) => stops.among(account, [contact]));
      expect([await left(open.mine), await left(open.other)]).toMatchObject([[], [{ contact }]]);
      expect(await readTrail(open.storage, open.mine)).toHaveLength(1);
    });

    it("are disabled and enabled individually", async () => {
      await open.storage.accounts.setDisabled(open.mine, true, anAuditRecord());
      expect((await open.storage.accounts.all()).map(({ disabled }) => disabled)).toEqual([true, false]);
      await open.storage.accounts.setDisabled(open.mine, false, anAuditRecord());
      expect((await open.storage.accounts.byKey("acme"))?.disabled).toBe(false);
      expect(await readTrail(open.storage, open.mine)).toEqual([anAuditRecord(), anAuditRecord()]);
      expect(await readTrail(open.storage, open.other)).toEqual([]);
    });

    it("have a key and a name, which other accounts do not see", async () => {
      const owner = (account: typeof open.mine) =>
        open.storage.transact(account, (stores) => stores.settings.owner(account));
      expect([await owner(open.mine), await owner(open.other)]).toMatchObject([
        ...[
          { key: "acme", disabled: false },
          { key: "zenith", disabled: false },
        ],
      ]);
      const unknown = 999 as typeof open.mine;
      for (const get of ["owner", "read"] as const) {
        const found = open.storage.read<unknown>(unknown, (stores) => stores.settings[get](unknown));
        await expect(found).rejects.toMatchObject({ code: "account_not_found" });
      }
    });

    it("have separate settings", async () => {
      const settings = { ...defaultSettings, currency: "EUR", matchWindowDays: 30, monitoringOnly: true };
      await open.storage.transact(open.mine, (stores) => stores.settings.save(open.mine, settings));
      const read = (account: typeof open.mine) => open.storage.read(account, (stores) => stores.settings.read(account));
      expect(await read(open.mine)).toEqual(settings);
      expect(await read(open.other)).toEqual(defaultSettings);
    });
  });

  describe("credentials", () => {
    const open = freshStorage(fresh);

    it("are found by their exact hash with all fields", async () => {
      const described = aCredential({ expiresAt: at("2027-01-01"), name: "nightly" });
      const added = await open.storage.credentials.add(open.mine, described, "hash-1", () => anAuditRecord());
      expect(added).toEqual({ ...described, account: open.mine, id: added.id });
      expect(await open.storage.credentials.byHash("hash-1")).toMatchObject({
        credential: added,
        accountDisabled: false,
      });
      expect(await open.storage.credentials.byHash("hash-2")).toBeUndefined();
      expect(await open.storage.credentials.byId(added.id)).toEqual(added);
      expect(await open.storage.credentials.byId(999 as CredentialId)).toBeUndefined();
    });

    it("show a disabled account at the next lookup", async () => {
      await open.storage.credentials.add(open.mine, aCredential(), "hash-1", () => anAuditRecord());
      await open.storage.accounts.setDisabled(open.mine, true, anAuditRecord());
      expect((await open.storage.credentials.byHash("hash-1"))?.accountDisabled).toBe(true);
    });

    it("are listed oldest first, for their account only", async () => {
      const first = await open.storage.credentials.add(open.mine, aCredential(), "hash-1", () => anAuditRecord());
      const second = await open.storage.credentials.add(open.other, aCredential(), "hash-2", () => anAuditRecord());
      const third = await open.storage.credentials.add(open.mine, aCredential(), "hash-3", () => anAuditRecord());
      expect(await open.storage.credentials.all(open.mine)).toEqual([first, third]);
      const unrevoked = async () => (await open.storage.credentials.unrevoked()).map(({ id }) => id);
      expect(await unrevoked()).toEqual([first.id, second.id, third.id]);
      await open.storage.credentials.save(open.mine, { ...first, revoked: true }, anAuditRecord());
      expect(await unrevoked()).toEqual([second.id, third.id]);
    });

    it("change state and keep the last use", async () => {
      const added = await open.storage.credentials.add(open.mine, aCredential(), "hash-1", () => anAuditRecord());
      await open.storage.credentials.noteUse(open.mine, added.id, at("2026-05-01"));
      await open.storage.credentials.save(open.mine, { ...added, disabled: true, revoked: true }, anAuditRecord());
      const changed = { ...added, disabled: true, revoked: true, lastUsedAt: at("2026-05-01") };
      expect(await open.storage.credentials.byId(added.id)).toEqual(changed);
    });

    it("cannot be changed by another account", async () => {
      const added = await open.storage.credentials.add(open.mine, aCredential(), "hash-1", () => anAuditRecord());
      await open.storage.credentials.save(
        open.other,
        { ...added, account: open.other, revoked: true },
        anAuditRecord(),
      );
      await open.storage.credentials.noteUse(open.other, added.id, at("2026-05-01"));
      expect(await open.storage.credentials.byId(added.id)).toEqual(added);
    });

    it("record their changes in the audit trail, but not attempts by other accounts", async () => {
      const { credentials } = open.storage;
      const made = ({ id }: Credential) =>
        anAuditRecord({ at: at("2026-03-01"), action: "create_token", subject: `token ${id}` });
      const added = await credentials.add(open.mine, aCredential(), "hash-1", made);
      await credentials.save(open.mine, { ...added, revoked: true }, anAuditRecord({ action: "revoke_token" }));
      await credentials.save(open.other, added, anAuditRecord({ action: "enable_token" }));
      const trail = await readTrail(open.storage, open.mine);
      expect(trail).toEqual([made(added), anAuditRecord({ action: "revoke_token" })]);
      expect(await readTrail(open.storage, open.other)).toEqual([]);
    });
  });
}

export function clientsContract(fresh: Fresh): void {
  describe("clients", () => {
    const open = freshStorage(fresh);
    const registered = anAuditRecord({ at: at("2026-03-01"), action: "register_client" });
    const add = async (id: string, account = open.mine, createdAt = at("2026-01-01")) => {
      const scopes = ["submissions.write", "users.manage"] as const;
      const client = aClient({ clientId: id as ClientId, account, createdAt, scopes });
      await open.storage.clients.add(client, registered);
      return client;
    };

    it("are found by their exact id with all fields", async () => {
      const client = await add("rpc_a");
      expect(await open.storage.clients.byId("rpc_a")).toMatchObject({ client, accountDisabled: false });
      expect(await open.storage.clients.byId("rpc_A")).toBeUndefined();
      expect(await open.storage.clients.byId("")).toBeUndefined();
    });

    it("show a disabled account at the next lookup", async () => {
      await add("rpc_a");
      await open.storage.accounts.setDisabled(open.mine, true, anAuditRecord());
      expect((await open.storage.clients.byId("rpc_a"))?.accountDisabled).toBe(true);
    });

    it("are listed oldest first, for their account only", async () => {
      const second = await add("rpc_b", open.mine, at("2026-01-02"));
      await add("rpc_c", open.other);
      const [first, third] = [await add("rpc_d"), await add("rpc_a", open.mine, at("2026-01-03"))];
      expect(await open.storage.clients.all(open.mine)).toEqual([first, second, third]);
    });

    it("change only their state", async () => {
      const client = await add("rpc_a");
      const wanted = {
        ...client,
        name: "other",
        jwkUrl: "https://other.example",
        scopes: ["data-sync.read"] as const,
        disabled: true,
        revoked: true,
      };
      await open.storage.clients.save(open.mine, wanted, anAuditRecord());
      const { client: changed } = (await open.storage.clients.byId("rpc_a")) ?? {};
      expect(changed).toEqual({ ...client, disabled: true, revoked: true });
    });

    it("cannot be changed by another account", async () => {
      const client = await add("rpc_a");
      await open.storage.clients.save(open.other, { ...client, account: open.other, revoked: true }, anAuditRecord());
      expect((await open.storage.clients.byId("rpc_a"))?.client).toEqual(client);
      expect(await readTrail(open.storage, open.other)).toEqual([]);
    });

    it("record their changes in the audit trail", async () => {
      const client = await add("rpc_a");
      await open.storage.clients.save(open.mine, { ...client, revoked: true }, anAuditRecord());
      expect(await readTrail(open.storage, open.mine)).toEqual([registered, anAuditRecord()]);
    });
  });

  describe("an assertion", () => {
    const open = freshStorage(fresh);
    const record = anAuditRecord({ action: "exchange_token" });
    const spend = (jti: string, { clientId = "rpc_a", account = open.mine, later = 0 } = {}) => {
      const now = plus(open.start, later);
      return open.storage.assertions.spend(account, { clientId, jti, until: plus(now, 6 * minute) }, now, record);
    };

    it("can be spent once", async () => {
      expect(await spend("1")).toBe(true);
      expect(await spend("1")).toBe(false);
      expect(await spend("2")).toBe(true);
    });

    it("is distinct from assertions of other clients and accounts with the same jti", async () => {
      expect(await spend("1")).toBe(true);
      expect(await spend("1", { clientId: "rpc_b" })).toBe(true);
      expect(await spend("1", { account: open.other })).toBe(true);
    });

    it("is distinct for any difference in the jti", async () => {
      const jtis = ["a", "A", "a ", "ä", "a\u0308", "", "\u{1F600}", "%61", "'", '"', "j".repeat(255)];
      for (const jti of jtis) expect(await spend(jti)).toBe(true);
      for (const jti of jtis) expect(await spend(jti)).toBe(false);
    });

    it("can be spent once by concurrent calls", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => spend("1")));
      expect(answers.filter((answer) => answer)).toHaveLength(1);
    });

    it("is spent for its own account despite concurrent calls of others", async () => {
      const accounts = [open.mine, open.other, open.mine, open.other];
      const answers = await Promise.all(accounts.map((account, index) => spend(String(index % 3), { account })));
      expect(answers).toEqual([true, true, true, true]);
      for (const account of [open.mine, open.other]) {
        expect(await readTrail(open.storage, account)).toEqual([record, record]);
      }
    });

    it("is remembered until its end", async () => {
      await spend("1");
      expect(await spend("1", { later: 6 * minute - 1 })).toBe(false);
      expect(await spend("1", { later: 6 * minute })).toBe(true);
    });

    it("is audited once, when it is spent", async () => {
      await spend("1");
      await spend("1");
      expect(await readTrail(open.storage, open.mine)).toEqual([record]);
    });
  });
}

export function callersContract(fresh: Fresh): void {
  describe("a caller in a unit of work", () => {
    const open = freshStorage(fresh);
    const now = at("2026-03-01");
    const mayWrite = (by: Principal | undefined, account = open.mine, when = now) =>
      open.storage.transact(account, ({ callers }) => callers.mayWrite(account, by, when));

    async function token(change: Partial<ReturnType<typeof aCredential>> = {}) {
      const added = await open.storage.credentials.add(open.mine, aCredential(change), "hash", () => anAuditRecord());
      const by: Principal = { account: open.mine, kind: added.kind, id: added.id };
      return { added, by };
    }
    async function client() {
      const added = aClient({ clientId: "rpc_a" as ClientId, account: open.mine });
      await open.storage.clients.add(added, anAuditRecord());
      const by: Principal = { account: open.mine, kind: "access-token", id: added.clientId };
      return { added, by };
    }

    it("may write while the token, the client and the account are enabled", async () => {
      expect(await mayWrite((await token()).by)).toBe(true);
      expect(await mayWrite((await client()).by)).toBe(true);
      expect(await mayWrite(undefined)).toBe(true);
    });

    it.each(["disabled", "revoked"] as const)("may not write once the token is %s", async (state) => {
      const { added, by } = await token();
      await open.storage.credentials.save(open.mine, { ...added, [state]: true }, anAuditRecord());
      expect(await mayWrite(by)).toBe(false);
    });

    it("may not write from the token's expiry on", async () => {
      const { by } = await token({ expiresAt: now });
      expect(await mayWrite(by)).toBe(false);
      expect(await mayWrite(by, open.mine, plus(now, -minute))).toBe(true);
    });

    it.each(["disabled", "revoked"] as const)("may not write once the client is %s", async (state) => {
      const { added, by } = await client();
      await open.storage.clients.save(open.mine, { ...added, [state]: true }, anAuditRecord());
      expect(await mayWrite(by)).toBe(false);
    });

    it("may not write while the account is disabled", async () => {
      const user: Principal = { account: open.mine, kind: "host", id: "ada" as HostUserId };
      const operator: Principal = { account: open.mine, kind: "operator", id: null };
      const callers = [(await token()).by, (await client()).by, user, operator, undefined];
      await open.storage.accounts.setDisabled(open.mine, true, anAuditRecord());
      for (const by of callers) expect(await mayWrite(by)).toBe(false);
      await open.storage.accounts.setDisabled(open.mine, false, anAuditRecord());
      for (const by of callers) expect(await mayWrite(by)).toBe(true);
    });

    it("may write as a user of the host, even if a revoked token has the same id", async () => {
      const { added } = await token({ revoked: true });
      for (const id of [String(added.id), "ada"]) {
        expect(await mayWrite({ account: open.mine, kind: "host", id: id as HostUserId })).toBe(true);
      }
    });

    it("is not checked if the host identified it or if the token belongs to another account", async () => {
      const { added } = await token();
      await open.storage.credentials.save(open.mine, { ...added, revoked: true }, anAuditRecord());
      const named = (account: AccountId, id: CredentialId): Principal => ({ account, kind: added.kind, id });
      expect(await mayWrite(named(open.mine, 9_999 as CredentialId))).toBe(true);
      expect(await mayWrite(named(open.other, added.id), open.other)).toBe(true);
    });
  });
}

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

    const noon = Date.UTC(2020, 2, 2, 12) as Instant;
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

    it("keeps the history of each source, whether records or calls add to it", async () => {
      const { audit, transact } = open.storage;
      const load = (milliseconds: number, more: Partial<AuditRecord> = {}) =>
        anAuditRecord({ at: plus(noon, milliseconds), action: "load_bundle", rows: 10, ...more });
      await audit.append(open.mine, [load(5), load(3), load(7, { outcome: "bundle_invalid" }), anAuditRecord()]);
      await transact(open.mine, (stores) => stores.audit.append(open.mine, [load(4), load(day, { rows: null })]));
      const failed = transact(open.mine, async (stores) => {
        await stores.audit.append(open.mine, [load(6)]);
        throw new Error("no");
      });
      await expect(failed).rejects.toThrow("no");
      await audit.addArrival(open.mine, { source: "tracker front", at: noon, rows: null });
      const found = await audit.sources(open.mine);
      expect(found.sort((a, b) => b.lastDay - a.lastDay)).toEqual([
        {
          source: "bundles",
          lastDay: dayOf(noon) + 1,
          rows: 0,
          days: 3,
          lastAt: plus(noon, day),
          failedAt: plus(noon, 7),
        },
        { source: "tracker front", lastDay: 0, rows: 0, days: 0, lastAt: null, failedAt: noon },
      ]);
      expect(await audit.sources(open.other)).toEqual([]);
    });

    it("adds arrivals to the history of a source as the rule does, in any order", async () => {
      const { audit } = open.storage;
      const first: Arrival = { source: "calls", at: noon, rows: null };
      const days = [40, 40, 41, 68, 60, 39, 100, 73, 72, 101.5, 101, 129, 130, 102, 400] as const;
      let history = firstHistory(first);
      await audit.addArrival(open.mine, first);
      for (const [index, one] of days.entries()) {
        const arrival: Arrival = { source: "calls", at: plus(noon, one * day), rows: index % 5 === 3 ? null : index };
        history = withArrival(history, arrival);
        await audit.addArrival(open.mine, arrival);
        expect(await audit.sources(open.mine)).toEqual([history]);
      }
      expect(history).toMatchObject({ lastDay: dayOf(noon) + 400, rows: 14, days: 1 });
      for (const source of ["calls", "bundles"]) await audit.addArrival(open.other, { source, at: noon, rows: 1 });
      await open.storage.transact(open.mine, (stores) => stores.audit.forgetSource(open.mine, "calls"));
      await audit.forgetSource(open.other, "bundles");
      expect(await audit.sources(open.mine)).toEqual([]);
      expect(await audit.sources(open.other)).toMatchObject([{ source: "calls" }]);
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

export function cursorKeysContract(fresh: Fresh): void {
  describe("the key of change cursors", () => {
    const open = freshStorage(fresh);

    it("is unknown until it is saved, and belongs to one account", async () => {
      const key = "0f".repeat(32);
      await open.storage.transact(open.mine, async ({ cursorKeys }) => {
        expect(await cursorKeys.of(open.mine)).toBeUndefined();
        await cursorKeys.save(open.mine, key);
        expect(await cursorKeys.of(open.mine)).toBe(key);
      });
      expect(await open.storage.read(open.mine, ({ cursorKeys }) => cursorKeys.of(open.mine))).toBe(key);
      expect(await open.storage.read(open.other, ({ cursorKeys }) => cursorKeys.of(open.other))).toBeUndefined();
    });
  });

  describe("the epoch of an account", () => {
    const open = freshStorage(fresh);
    const inRead = (account = open.mine) => open.storage.read(account, ({ epochs }) => epochs.of(account));
    const save = (epoch: string) =>
      open.storage.transact(open.mine, async ({ epochs }) => {
        await epochs.save(open.mine, epoch);
        return epochs.of(open.mine);
      });

    it("is unknown until it is saved, belongs to one account, and is replaced by the next epoch", async () => {
      expect(await inRead()).toBeUndefined();
      expect(await save("0f".repeat(8))).toBe("0f".repeat(8));
      expect(await inRead()).toBe("0f".repeat(8));
      expect(await save("1e".repeat(8))).toBe("1e".repeat(8));
      expect(await inRead()).toBe("1e".repeat(8));
      expect(await inRead(open.other)).toBeUndefined();
    });
  });
}

export function erasedPeopleContract(fresh: Fresh): void {
  describe("the suppression list", () => {
    const open = freshStorage(fresh);
    const entry = (hash: string, person = hash) => ({ hash, person });
    const all = (account = open.mine) => open.storage.read(account, ({ erasedPeople }) => erasedPeople.all(account));
    const change = <T>(work: Parameters<typeof open.storage.transact<T>>[1]) => open.storage.transact(open.mine, work);

    it("keeps each hash once, for its account only", async () => {
      expect(await all()).toEqual([]);
      await change(async ({ erasedPeople }) => {
        await erasedPeople.add(open.mine, [entry("b", "a"), entry("a")]);
        await erasedPeople.add(open.mine, [entry("b", "a"), entry("b", "c")]);
        await erasedPeople.add(open.mine, []);
      });
      expect(await all()).toEqual(["a", "b"]);
      expect(await all(open.other)).toEqual([]);
    });

    it("removes all hashes of a person and no others", async () => {
      await change(({ erasedPeople }) =>
        erasedPeople.add(open.mine, [entry("a"), entry("b", "a"), entry("b", "c"), entry("c"), entry("d")]),
      );
      expect(await change(({ erasedPeople }) => erasedPeople.lift(open.mine, ["x"]))).toBe(0);
      expect(await change(({ erasedPeople }) => erasedPeople.lift(open.mine, ["a"]))).toBe(2);
      expect(await all()).toEqual(["b", "c", "d"]);
      expect(await change(({ erasedPeople }) => erasedPeople.lift(open.mine, ["b"]))).toBe(2);
      expect(await all()).toEqual(["d"]);
    });
  });
}

export function jobsContract(fresh: Fresh): void {
  describe("a job", () => {
    const open = freshStorage(fresh);
    const after = (milliseconds: number) => plus(open.start, milliseconds);
    const take = (holder: string, at = 0, due = 0) =>
      open.storage.jobs.take("nightly", { holder, now: after(at), until: after(at + minute), due: after(due) });
    const finish = (holder: string, began = 0) => open.storage.jobs.finish("nightly", holder, after(began));

    it("has one holder among concurrent requests", async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`process ${index}`)));
      expect(outcomes.filter((isTaken) => isTaken)).toHaveLength(1);
    });

    it("shows its holder and the end of the lease", async () => {
      expect(await open.storage.jobs.lease("nightly")).toBeUndefined();
      await take("one");
      await take("other", 1);
      expect(await open.storage.jobs.lease("nightly")).toEqual({ holder: "one", until: after(minute) });
      expect(await open.storage.jobs.lease("seal")).toBeUndefined();
    });

    it("stays with its holder while the lease is renewed", async () => {
      expect(await take("one")).toBe(true);
      expect(await take("one", minute - 1)).toBe(true);
      expect(await take("other", 2 * minute - 2)).toBe(false);
      expect(await take("other", 2 * minute - 1)).toBe(true);
      expect(await take("one", 2 * minute)).toBe(false);
    });

    it("is free after its run, and its next run is separate", async () => {
      await take("one", 5);
      expect(await open.storage.jobs.lastRuns()).toEqual([]);
      await finish("one", 5);
      expect(await open.storage.jobs.lastRuns()).toEqual([{ job: "nightly", at: after(5) }]);
      expect(await take("other", 10, 5)).toBe(false);
      expect(await take("one", 10, 4)).toBe(false);
      expect(await take("other", hour, 6)).toBe(true);
      expect(await take("one", hour, 6)).toBe(false);
    });

    it("cannot be finished by another holder", async () => {
      await finish("one");
      await take("one");
      await finish("other", hour);
      expect(await take("other", 1)).toBe(false);
      expect(await take("other", minute, hour)).toBe(true);
      await finish("one", hour);
      expect(await take("other", minute + 1, hour)).toBe(true);
    });
  });
}

const aResponse = (key: string, change: Partial<StoredResponse> = {}): StoredResponse => ({
  key,
  request: "asked",
  response: '{"id":7}',
  at: at("2026-03-02T09:00:00Z"),
  ...change,
});

export function storedResponsesContract(fresh: Fresh): void {
  describe("stored responses", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...responses: StoredResponse[]) =>
      open.storage.transact(account, async ({ storedResponses }) => {
        for (const one of responses) await storedResponses.save(account, one);
      });
    const found = (account: AccountId, key: string) =>
      open.storage.transact(account, ({ storedResponses }) => storedResponses.byKey(account, key));

    it("are found by key, the latest response of each key", async () => {
      await save(open.mine, aResponse("a"), aResponse("b", { response: "[]" }), aResponse("a", { response: '"Zoë"' }));
      expect(await found(open.mine, "a")).toEqual(aResponse("a", { response: '"Zoë"' }));
      expect(await found(open.mine, "b")).toEqual(aResponse("b", { response: "[]" }));
      expect(await found(open.mine, "A")).toBeUndefined();
    });

    it("belong to one account", async () => {
      await save(open.mine, aResponse("a"));
      await save(open.other, aResponse("a", { response: "other" }), aResponse("b"));
      await open.storage.transact(open.mine, ({ storedResponses }) =>
        storedResponses.forget(open.mine, at("2027-01-01")),
      );
      expect(await found(open.mine, "a")).toBeUndefined();
      expect(await found(open.mine, "b")).toBeUndefined();
      expect(await found(open.other, "a")).toEqual(aResponse("a", { response: "other" }));
    });

    it("are deleted if they are older than a given time", async () => {
      const times = ["2026-03-02T08:59:59Z", "2026-03-02T09:00:00Z"] as const;
      await save(open.mine, aResponse("old", { at: at(times[0]) }), aResponse("new", { at: at(times[1]) }));
      await open.storage.transact(open.mine, ({ storedResponses }) => storedResponses.forget(open.mine, at(times[1])));
      expect(await found(open.mine, "old")).toBeUndefined();
      expect(await found(open.mine, "new")).toBeDefined();
    });
  });
}
