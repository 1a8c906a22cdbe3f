import type { EmailAddress } from "../foundation/kernel/email.js";
import type { PatientFileId } from "../foundation/kernel/ids.js";
import { plus, second } from "../foundation/kernel/instant.js";
import type { ReadStores, Stores } from "../ports.js";
import type { PatientFile } from "../subjects/patient-surveys/patient-file.js";
import type { SampleMonth } from "../subjects/patient-surveys/sample-month.js";
import { at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const fileId = (id: number) => id as PatientFileId;
const uploaded = at("2026-05-01T12:00:00Z");

const aFile = (overrides: Partial<Omit<PatientFile, "id">> & { readonly id?: number } = {}): PatientFile => ({
  ...{ type: "OASCAHPS", status: "Done", connection: "ehr", transform: "trim", isTest: true },
  ...{ createdAt: uploaded, createdBy: "ann@example.com" as EmailAddress, patients: 9, warnings: 4 },
  ...{ fileName: "may.csv", month: "2026-05" as SampleMonth, headings: { sex: "Gender", patient_id: "MRN" } },
  ...{ failure: "it is empty", digest: "d1", seenAt: plus(uploaded, second) },
  ...overrides,
  id: fileId(overrides.id ?? 1),
});
const unnamed = {
  ...{ connection: null, transform: null, createdBy: null, failure: null, digest: null, isTest: false },
  ...{ fileName: null, month: null, headings: null },
};

export function patientFilesContract(fresh: Fresh): void {
  describe("patient file stores", () => {
    const open = freshStorage(fresh);
    const write = <T>(work: (stores: Stores) => Promise<T>, account = open.mine) =>
      open.storage.transact(account, (stores) => work(stores));
    const read = <T>(work: (stores: ReadStores) => Promise<T>, account = open.mine) => open.storage.read(account, work);
    const idsOf = (files: readonly { readonly id: number }[]) => files.map(({ id }) => id);

    it("keep all values of a file and replace files by id", async () => {
      const files = [aFile(), aFile({ id: 2, ...unnamed })];
      await write(async ({ patientFiles }) => {
        await patientFiles.save(open.mine, aFile({ status: "Pending", patients: 0 }));
        for (const file of files) await patientFiles.save(open.mine, file);
      });
      await write(async ({ ids, patientFiles }) => {
        expect(await patientFiles.byId(open.mine, fileId(1))).toEqual(files[0]);
        expect(await patientFiles.byId(open.mine, fileId(2))).toEqual(files[1]);
        expect(await patientFiles.byId(open.mine, fileId(3))).toBeUndefined();
        expect(await ids.greatest(open.mine, "patientFiles")).toBe(2);
      });
      await write(async ({ ids, patientFiles }) => {
        expect(await patientFiles.byId(open.other, fileId(1))).toBeUndefined();
        expect(await ids.greatest(open.other, "patientFiles")).toBe(0);
      }, open.other);
    });

    it("list the files of a window, newest first, by survey", async () => {
      const later = plus(uploaded, second);
      await write(async ({ patientFiles }) => {
        for (const file of [
          aFile({ id: 10, createdAt: later }),
          aFile({ id: 2, type: "HCAHPS" }),
          aFile({ id: 9 }),
          aFile({ id: 3, createdAt: plus(uploaded, 2 * second) }),
        ]) {
          await patientFiles.save(open.mine, file);
        }
      });
      const page = { window: {}, limit: 10 };
      await read(async ({ patientFiles }) => {
        const listed = async (part: object) => idsOf(await patientFiles.page(open.mine, { ...page, ...part }));
        expect(await listed({})).toEqual([3, 10, 9, 2]);
        expect(await listed({ limit: 2 })).toEqual([3, 10]);
        expect(await listed({ after: { createdAt: later, id: 10 } })).toEqual([9, 2]);
        expect(await listed({ after: { createdAt: uploaded, id: 9 } })).toEqual([2]);
        expect(await listed({ window: { from: later } })).toEqual([3, 10]);
        expect(await listed({ window: { from: uploaded, to: later } })).toEqual([9, 2]);
        expect(await listed({ type: "HCAHPS" })).toEqual([2]);
        expect(await listed({ type: "HCAHPS", after: { createdAt: uploaded, id: 2 } })).toEqual([]);
      });
      await read(async ({ patientFiles }) => expect(await patientFiles.page(open.other, page)).toEqual([]), open.other);
    });

    it("find the last parsed file with the same content", async () => {
      await write(async ({ patientFiles }) => {
        for (const id of [1, 2]) await patientFiles.save(open.mine, aFile({ id }));
        await patientFiles.save(open.mine, aFile({ id: 3, status: "Failed" }));
        await patientFiles.save(open.mine, aFile({ id: 4, digest: "d2" }));
      });
      await read(async ({ patientFiles }) => {
        expect((await patientFiles.withDigest(open.mine, "d1"))?.id).toBe(2);
        expect(await patientFiles.withDigest(open.mine, "d3")).toBeUndefined();
      });
      await read(
        async ({ patientFiles }) => expect(await patientFiles.withDigest(open.other, "d1")).toBeUndefined(),
        open.other,
      );
    });

    it("find unfinished files", async () => {
      await write(async ({ patientFiles }) => {
        for (const [index, status] of (["Done", "Started", "Failed", "Pending"] as const).entries()) {
          await patientFiles.save(open.mine, aFile({ id: 20 - index, status }));
        }
      });
      await read(async ({ patientFiles }) => expect(idsOf(await patientFiles.unfinished(open.mine))).toEqual([17, 19]));
      await read(async ({ patientFiles }) => expect(await patientFiles.unfinished(open.other)).toEqual([]), open.other);
    });

    it("keep findings unchanged by file and id, and delete them by id", async () => {
      const warning = (id: number) => ({ id, json: `{"id":${id},"row_note":"ä\\u0007 \\"x\\""}` });
      const warnings = Array.from({ length: 1_200 }, (_, index) => warning(2_000_002 + index));
      await write(async ({ patientWarnings }) => {
        await patientWarnings.append(open.mine, fileId(1), [warning(1_000_002), warning(1_000_010)]);
        await patientWarnings.append(open.mine, fileId(1), [warning(1_000_011)]);
        await patientWarnings.append(open.mine, fileId(1), []);
        await patientWarnings.append(open.mine, fileId(2), warnings);
      });
      await write(
        ({ patientWarnings }) => patientWarnings.append(open.other, fileId(1), [warning(1_000_002)]),
        open.other,
      );
      await read(async ({ patientWarnings }) => {
        const page = (part: object) =>
          patientWarnings.page(open.mine, { file: fileId(1), after: 0, limit: 10, ...part });
        expect(await page({})).toEqual([warning(1_000_002), warning(1_000_010), warning(1_000_011)]);
        expect(await page({ after: 1_000_002, limit: 1 })).toEqual([warning(1_000_010)]);
        expect(await page({ file: fileId(2), limit: 5_000 })).toEqual(warnings);
        expect(await page({ file: fileId(3) })).toEqual([]);
      });
      await write(async ({ patientWarnings }) => {
        const page = (id: number) => patientWarnings.page(open.mine, { file: fileId(id), after: 0, limit: 10 });
        await patientWarnings.remove(open.mine, fileId(2), [...idsOf(warnings).slice(1), 1_000_002]);
        expect([await page(1), await page(2)].map((rest) => rest.length)).toEqual([3, 1]);
        await patientWarnings.remove(open.mine, fileId(1), [1_000_002, 1_000_010, 1_000_011]);
        expect(await page(1)).toEqual([]);
      });
      await read(async ({ patientWarnings }) => {
        const rest = await patientWarnings.page(open.other, { file: fileId(1), after: 0, limit: 10 });
        expect(idsOf(rest)).toEqual([1_000_002]);
      }, open.other);
    });
  });
}
