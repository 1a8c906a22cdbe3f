import { type Catalog, catalogParts, emptyCatalog } from "../foundation/catalog/catalog.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import {
  aClient,
  aCredential,
  aGroup,
  aListing,
  aLocation,
  aMessage,
  anAuditRecord,
  aPlatform,
  aProvider,
  aQuestion,
  aSurvey,
  locationId,
  providerId,
} from "./builders.js";
import { aCampaign } from "./conversion-builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { beforeEach, describe, expect, it } from "./runner.js";

export function catalogContract(fresh: Fresh): void {
  describe("a catalog", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, changes: Partial<Catalog>) =>
      open.storage.transact(account, (stores) => stores.catalog.save(account, changes));
    const read = (account: AccountId) =>
      open.storage.read(account, ({ catalog }) => catalog.read(account, ...catalogParts));

    const whole: Catalog = {
      locations: [
        aLocation(),
        aLocation({ id: locationId(2), externalIds: [], address: null, state: null, silenced: true }),
      ],
      providers: [
        aProvider(),
        aProvider({ id: providerId(11), npi: null, externalIds: ["P-11", "Ü"], locationIds: [] }),
      ],
      listings: [aListing({ address: null })],
      groups: [aGroup({ providerIds: [providerId(10), providerId(11)] })],
      platforms: [aPlatform(), aPlatform({ id: 4 as never, isSurvey: true, active: null, isPrivate: true })],
      surveys: [
        aSurvey({
          questions: [
            aQuestion({ overall: true, allowsComment: true }),
            aQuestion({ id: "q2", kind: "point_scale", min: -1, max: 7, minLabel: "low", maxLabel: "hoch\n" }),
            aQuestion({ id: "__proto__", name: "constructor", kind: "multi_select", choices: ["b", "a", "b"] }),
          ],
        }),
      ],
      messages: [
        aMessage({
          silenced: true,
          languages: { en: { key: "en", message: "Hi" }, es: { key: "es", message: "¡Hola!" } },
        }),
      ],
      campaigns: [aCampaign(), aCampaign({ id: 8 as never, source: null, scctParameter: null, trackingNumbers: [] })],
    };

    it("is empty at first", async () => {
      expect(await read(open.mine)).toEqual(emptyCatalog);
    });

    it("is returned with all fields", async () => {
      await save(open.mine, whole);
      expect(await read(open.mine)).toEqual(whole);
    });

    it("returns only the requested parts", async () => {
      await save(open.mine, whole);
      const parts = await open.storage.read(open.mine, ({ catalog }) => catalog.read(open.mine, "groups", "platforms"));
      expect(parts).toEqual({ groups: whole.groups, platforms: whole.platforms });
    });

    it("replaces records by id, keeps all others, and sorts ids as numbers", async () => {
      await save(open.mine, whole);
      const tenth = aLocation({ id: locationId(10), name: "Tenth" });
      const renamed = aLocation({ id: locationId(2), name: "Oak Street" });
      await save(open.mine, { locations: [tenth, renamed] });
      expect(await read(open.mine)).toEqual({ ...whole, locations: [aLocation(), renamed, tenth] });
    });

    it("belongs to one account, even with equal ids", async () => {
      await save(open.mine, whole);
      await save(open.other, { locations: [aLocation({ name: "Elsewhere" })] });
      expect(await read(open.mine)).toEqual(whole);
      expect(await read(open.other)).toEqual({ ...emptyCatalog, locations: [aLocation({ name: "Elsewhere" })] });
    });
  });

  describe("the version of a catalog", () => {
    const open = freshStorage(fresh);
    beforeEach(async () => {
      const { storage, mine, other } = open;
      await storage.credentials.add(mine, aCredential(), "mine", () => anAuditRecord());
      await storage.credentials.add(other, aCredential(), "other", () => anAuditRecord());
      await storage.clients.add(aClient({ account: mine }), anAuditRecord());
    });
    const save = (name: string, account = open.mine) =>
      open.storage.transact(account, ({ catalog }) => catalog.save(account, { locations: [aLocation({ name })] }));
    const versionOf = async (hash = "mine") => (await open.storage.credentials.byHash(hash))?.catalogVersion;

    it("changes with every change and never repeats", async () => {
      const versions = [];
      for (const name of ["One", "Two", "One"]) {
        await save(name);
        versions.push(await versionOf());
      }
      await open.storage.transact(open.mine, ({ catalog }) => catalog.remove(open.mine, { locations: [1] }));
      versions.push(await versionOf());
      expect(versions).toEqual([...new Set(versions)]);
      expect(versions).not.toContain(undefined);
    });

    it("is the same in credentials and clients, and stable without changes", async () => {
      await save("One");
      const version = await versionOf();
      await save("Elsewhere", open.other);
      await open.storage.transact(open.mine, ({ catalog }) => catalog.save(open.mine, {}));
      expect(await versionOf()).toBe(version);
      expect((await open.storage.clients.byId(aClient().clientId))?.catalogVersion).toBe(version);
    });

    it("is stable when a unit of work fails", async () => {
      await save("One");
      const version = await versionOf();
      const failing = open.storage.transact(open.mine, async ({ catalog }) => {
        await catalog.save(open.mine, { locations: [aLocation({ name: "Two" })] });
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await versionOf()).toBe(version);
    });
  });
}
