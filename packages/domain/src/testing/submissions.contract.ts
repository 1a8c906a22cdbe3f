import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { AccountId, SubmissionId } from "../foundation/kernel/ids.js";
import type { Submission, SubmissionKey } from "../subjects/submissions/submission.js";
import { aSubmission } from "./attribution-builders.js";
import { at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const samples: readonly Submission[] = [
  aSubmission(),
  aSubmission({ id: 951 as never, phone: null, phoneNumber: 'Anonymous "✆"', type: "App", email: null }),
  aSubmission({
    ...{ id: 952 as never, isTest: true, patientId: "MRN-5", scheduledDate: "2026-03-05" as CalendarDate },
    ...{ street: "1 Main St", secondaryStreet: "Apt 2", city: "Provo", state: "UT", postal: "84601" },
  }),
];

export function submissionsContract(fresh: Fresh): void {
  describe("submissions", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...submissions: Submission[]) =>
      open.storage.transact(account, (stores) => stores.submissions.save(account, submissions));
    const byIds = (account: AccountId, ...ids: number[]) =>
      open.storage.transact(account, (stores) => stores.submissions.byIds(account, ids as SubmissionId[]));
    const idsByKeys = async (account: AccountId, ...keys: SubmissionKey[]) => {
      const found = await open.storage.transact(account, (stores) => stores.submissions.byKeys(account, keys));
      return found.map(({ id }) => Number(id)).sort((a, b) => a - b);
    };
    const removeTests = (account: AccountId) =>
      open.storage.transact(account, (stores) => stores.submissions.removeTests(account));

    it("are returned with all values, known and unknown", async () => {
      await save(open.mine, ...samples);
      const found = await byIds(open.mine, ...samples.map(({ id }) => id), 404);
      expect(found).toHaveLength(samples.length);
      expect(found).toEqual(expect.arrayContaining([...samples]));
      expect(await byIds(open.mine)).toEqual([]);
    });

    it("are replaced completely by id", async () => {
      for (const one of samples) {
        await save(open.mine, { ...one, id: 7 as SubmissionId });
        expect(await byIds(open.mine, 7)).toEqual([{ ...one, id: 7 }]);
      }
    });

    it("are found by number, parameter, type and second, separately for tests", async () => {
      const one = aSubmission();
      await save(open.mine, one, aSubmission({ id: 960 as never, at: at("2026-03-02T16:00:01Z") }));
      expect(await idsByKeys(open.mine, { ...one, phoneNumber: "801.555.0142" })).toEqual([950]);
      const others: Partial<Submission>[] = [
        ...[{ phone: "+18015550143" as never }, { scctParameter: "spring-2" }, { type: "App" as const }],
        ...[{ isTest: true }, { at: at("2026-03-02T15:59:59Z") }],
      ];
      for (const other of others) expect(await idsByKeys(open.mine, aSubmission(other))).toEqual([]);
    });

    it("are found by the original number if it is not usable", async () => {
      await save(open.mine, ...samples);
      expect(await idsByKeys(open.mine, ...samples, aSubmission({ scctParameter: "gone" }))).toEqual([950, 951, 952]);
      expect(await idsByKeys(open.mine, { ...(samples[1] as Submission), phoneNumber: "Private" })).toEqual([]);
    });

    it("can be found by many keys at once", async () => {
      const submissions = Array.from({ length: 250 }, (_, index) =>
        aSubmission({ id: (index + 1) as never, scctParameter: `p-${index}` }),
      );
      await save(open.mine, ...submissions);
      expect(await idsByKeys(open.mine, ...submissions)).toHaveLength(250);
      expect(await idsByKeys(open.mine)).toEqual([]);
    });

    it("have a highest id", async () => {
      const greatest = (account: AccountId) =>
        open.storage.transact(account, ({ ids }) => ids.greatest(account, "submissions"));
      await save(open.other, aSubmission({ id: 5_000 as never }));
      expect(await greatest(open.mine)).toBe(0);
      await save(open.mine, ...[100, 9].map((id) => aSubmission({ id: id as never })));
      expect(await greatest(open.mine)).toBe(100);
    });

    it("lose only their tests on request", async () => {
      const tests = Array.from({ length: 300 }, (_, index) => aSubmission({ id: (index + 1) as never, isTest: true }));
      await save(open.mine, ...tests, aSubmission());
      await save(open.other, aSubmission({ isTest: true }));
      expect(await removeTests(open.mine)).toBe(300);
      expect(await removeTests(open.mine)).toBe(0);
      expect(await byIds(open.mine, 1, 300, 950)).toEqual([aSubmission()]);
      expect(await byIds(open.other, 950)).toEqual([aSubmission({ isTest: true })]);
    });

    it("belong to one account, even with equal ids", async () => {
      await save(open.other, aSubmission());
      expect(await byIds(open.mine, 950)).toEqual([]);
      expect(await idsByKeys(open.mine, aSubmission())).toEqual([]);
    });
  });
}
