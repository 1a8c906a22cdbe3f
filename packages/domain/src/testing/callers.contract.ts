import type { AccountId, ClientId, CredentialId, HostUserId } from "../foundation/kernel/ids.js";
import { minute, plus } from "../foundation/kernel/instant.js";
import type { Principal } from "../foundation/kernel/principal.js";
import { aClient, aCredential, anAuditRecord, at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

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
      const callers = [(await token()).by, (await client()).by, user, undefined];
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
