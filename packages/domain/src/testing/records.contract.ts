import type { Renamed } from "../foundation/catalog/names.js";
import type { PublishedRecord, RecordPage, RecordStore } from "../foundation/feed/record-store.js";
import type { AccountId, AnyId } from "../foundation/kernel/ids.js";
import type { Stores } from "../ports.js";
import { aLocation, aMessage, aPlatform, aProvider, aSurvey, locationId, platformId, providerId } from "./builders.js";
import { aCampaign } from "./conversion-builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

/** Test data for the contract of one kind of record. */
export type RecordSample<R extends PublishedRecord> = {
  /** Plural name of the kind of record, such as `reviews`. */
  readonly name: string;
  store(stores: Stores): RecordStore<R>;
  /** Creates a record with the given values. */
  make(overrides: { readonly id: number } & Readonly<Record<string, unknown>>): R;
  /** Records that cover known values, unknown values, and values that are difficult to store, for each field. */
  readonly samples: readonly R[];
  /** Fields of the record that contain ids of renamed objects. */
  readonly mentions: Readonly<Partial<Record<keyof Renamed, string>>>;
};

/** Empty set of renamed objects. */
export const nothing: Renamed = {
  locationIds: [],
  providerIds: [],
  platformIds: [],
  messageIds: [],
  surveyIds: [],
  campaignIds: [],
};

export function recordsContract<R extends PublishedRecord>(fresh: Fresh, sample: RecordSample<R>): void {
  const { name, store, make, samples, mentions } = sample;
  describe(name, () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...records: R[]) =>
      open.storage.transact(account, async (stores) => {
        await stores.catalog.save(account, {
          locations: [aLocation(), aLocation({ id: locationId(2) })],
          providers: [aProvider(), aProvider({ id: providerId(11) })],
          platforms: [
            aPlatform(),
            aPlatform({ id: platformId(4), isSurvey: true }),
            aPlatform({ id: platformId(5), isSurvey: true }),
          ],
          surveys: [aSurvey(), aSurvey({ id: platformId(5) })],
          messages: [aMessage(), aMessage({ id: 41 as never })],
          campaigns: [aCampaign(), aCampaign({ id: 8 as never })],
        });
        await store(stores).save(account, records);
      });
    const byIds = (account: AccountId, ...ids: number[]) =>
      open.storage.transact(account, (stores) => store(stores).byIds(account, ids as AnyId[]));
    const pageIds = async (page: RecordPage) =>
      (await open.storage.transact(open.mine, (stores) => store(stores).page(open.mine, page))).map(
        ({ id }) => id as number,
      );

    it("are returned with all fields, known and unknown", async () => {
      await save(open.mine, ...samples);
      const found = await byIds(open.mine, ...samples.map(({ id }) => id), 404);
      expect(found).toHaveLength(samples.length);
      expect(found).toEqual(expect.arrayContaining([...samples]));
      expect(await byIds(open.mine)).toEqual([]);
    });

    it("are replaced completely by id", async () => {
      for (const one of samples) {
        await save(open.mine, { ...one, id: 7 as AnyId });
        expect(await byIds(open.mine, 7)).toEqual([{ ...one, id: 7 }]);
      }
    });

    it("are paged by numeric id without duplicates", async () => {
      await save(open.mine, ...[100, 9, 20, 3].map((id) => make({ id })));
      expect(await pageIds({ after: 0, limit: 3 })).toEqual([3, 9, 20]);
      expect(await pageIds({ after: 20, limit: 3 })).toEqual([100]);
      expect(await pageIds({ after: 100, limit: 3 })).toEqual([]);
    });

    it.each(Object.entries(mentions))("are found by %s that they mention", async (renamed, member) => {
      const known = {
        locationIds: [1, 2],
        providerIds: [10, 11],
        platformIds: [3, 4],
        messageIds: [40, 41],
        surveyIds: [4, 5],
        campaignIds: [7, 8],
      };
      const [first, second] = known[renamed as keyof Renamed];
      await save(open.mine, ...[1, 2, 3].map((id) => make({ id, [member]: id === 2 ? second : first })));
      expect(await pageIds({ after: 0, limit: 9, mentioning: nothing })).toEqual([]);
      expect(await pageIds({ after: 0, limit: 9, mentioning: { ...nothing, [renamed]: [second] } })).toEqual([2]);
      expect(await pageIds({ after: 1, limit: 1, mentioning: { ...nothing, [renamed]: [first, second] } })).toEqual([
        2,
      ]);
    });

    it("are paged for their account only", async () => {
      await save(open.mine, make({ id: 1 }));
      await save(open.other, make({ id: 2 }), make({ id: 3 }));
      const everything = {
        locationIds: [1],
        providerIds: [10],
        platformIds: [3, 4],
        messageIds: [40],
        surveyIds: [4],
        campaignIds: [7],
      };
      expect(await pageIds({ after: 0, limit: 9 })).toEqual([1]);
      expect(await pageIds({ after: 0, limit: 9, mentioning: everything })).toEqual([1]);
    });

    it("are deleted by id for their account only", async () => {
      const all = [make({ id: 1 }), make({ id: 2 }), make({ id: 3 })];
      await save(open.mine, ...all);
      await save(open.other, ...all);
      await open.storage.transact(open.mine, (stores) => store(stores).remove(open.mine, [1, 3, 404] as AnyId[]));
      expect(await byIds(open.mine, 1, 2, 3)).toEqual([all[1]]);
      expect(await byIds(open.other, 1, 2, 3)).toHaveLength(3);
    });

    it("belong to one account, even with equal ids", async () => {
      const [one, other] = [make({ id: 5 }), { ...samples[0], id: 5 as AnyId } as R];
      await save(open.mine, one);
      await save(open.other, other);
      expect(await byIds(open.mine, 5)).toEqual([one]);
      expect(await byIds(open.other, 5)).toEqual([other]);
    });
  });
}
