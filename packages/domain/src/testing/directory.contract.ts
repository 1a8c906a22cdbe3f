import type { Credential } from "../foundation/access/credential.js";
import { defaultSettings } from "../foundation/accounts/account.js";
import type { CredentialId } from "../foundation/kernel/ids.js";
import { aCredential, anAccount, anAuditRecord, at } from "./builders.js";
import { type Fresh, freshStorage, readTrail } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

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
      expect([await owner(open.mine), await owner(open.other)]).toMatchObject([{ key: "acme" }, { key: "zenith" }]);
      await expect(
        open.storage.read(open.mine, (stores) => stores.settings.owner(999 as typeof open.mine)),
      ).rejects.toMatchObject({ code: "account_not_found" });
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
      await open.storage.credentials.add(open.other, aCredential(), "hash-2", () => anAuditRecord());
      const third = await open.storage.credentials.add(open.mine, aCredential(), "hash-3", () => anAuditRecord());
      expect(await open.storage.credentials.all(open.mine)).toEqual([first, third]);
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
