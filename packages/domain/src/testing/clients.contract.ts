import type { ClientId } from "../foundation/kernel/ids.js";
import { minute, plus } from "../foundation/kernel/instant.js";
import { aClient, anAuditRecord, at } from "./builders.js";
import { type Fresh, freshStorage, readTrail } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function clientsContract(fresh: Fresh): void {
  describe("clients", () => {
    const open = freshStorage(fresh);
    const registered = anAuditRecord({ at: at("2026-03-01"), action: "register_client" });
    const add = async (id: string, account = open.mine, createdAt = at("2026-01-01")) => {
      const client = aClient({ clientId: id as ClientId, account, createdAt });
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
      const wanted = { ...client, name: "other", jwkUrl: "https://other.example", disabled: true, revoked: true };
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
