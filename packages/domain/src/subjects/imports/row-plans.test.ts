import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { aMessage, anImportRow, at } from "../../testing/builders.js";
import { importPractice } from "../../testing/practices.js";
import type { ImportEnd, ImportOptions, RowPlan } from "./import-run.js";
import type { ImportRow } from "./source-system.js";

type Practice = Awaited<ReturnType<typeof importPractice>>;

const message = aMessage({ name: "Review request" });
const connection = { minimumInviteAge: 18, maxFutureDays: 60, messageId: message.id };
const patient = (number: number, more: Partial<ImportRow> = {}) =>
  anImportRow({
    ...{ appointmentId: `A-${number}`, patientId: `MRN-${number}`, firstName: "Pat", lastName: `No${number}` },
    ...{ mobilePhone: `801-555-0${100 + number}`, email: "", ...more },
  });

/** Imports rows. Returns the plans that the import handed over, and the stored ones. */
async function plansOf(
  { ports, account, run }: Practice,
  rows: readonly Partial<ImportRow>[],
  more: ImportOptions = {},
  onRows: () => Promise<void> = async () => {},
) {
  let handed: RowPlan[] = [];
  let restarts = 0;
  const plans = {
    restart: async () => void ((restarts += 1), (handed = [])),
    async add(some: readonly RowPlan[]) {
      handed.push(...some);
      await onRows();
    },
  };
  const item = await run(rows, { plans, ...more });
  const stored: RowPlan[] = [];
  for await (const some of createDomain(ports).imports.plans(account, item.import_id)) stored.push(...some);
  return { handed, restarts, stored };
}

const reasonsOf = (plans: readonly RowPlan[]) =>
  plans.map(({ row, reasons }) => [row, ...reasons.map((one) => (typeof one === "string" ? one : one.error_type))]);

describe("plans of rows", () => {
  it("name the patient, the recipient, the planned time, the message and the location of an invite", async () => {
    const practice = await importPractice({ connection, messages: [message] });
    const { handed, stored } = await plansOf(practice, [
      anImportRow({ appointmentDate: "2026-06-05 09:00", location: "l-1" }),
    ]);
    const plan = {
      ...{ patientName: "Cal Reed", patientId: "MRN-5", location: "Main Street", reasons: [] },
      invite: {
        ...{ type: "sms", sentTo: "+18015550142", sentAt: "2026-06-05T11:00:00+00:00", message: "Review request" },
      },
    };
    expect(handed).toEqual([{ ...plan, row: 2, appointment: "2026-06-05T09:00:00+00:00" }]);
    expect(stored).toEqual([{ ...plan, row: null, appointment: "" }]);
  });

  it("have a reason for every row without an invite, in file order", async () => {
    const practice = await importPractice({ connection, messages: [message] });
    const before = await plansOf(practice, [patient(1)]);
    expect(reasonsOf(before.handed)).toEqual([[2]]);
    const rows = [
      ...[patient(1), patient(2), patient(2)],
      ...[
        patient(3, { mobilePhone: "" }),
        patient(4, { status: "Cancelled" }),
        patient(5, { dateOfBirth: "2020-01-01" }),
      ],
      ...[patient(6), patient(6, { status: "No show" }), patient(7, { location: "L-9", provider: "P-9" })],
      ...[patient(8, { status: "Quirky" }), patient(9, { isDeceased: true })],
    ];
    const reasons = [
      ...[[2, "duplicate_appointment"], [3], [4, "duplicate_appointment"], [5, "missing_contact"]],
      ...[
        [6, "cancelled"],
        [7, "too_young"],
        [8, "later_row"],
        [9, "no_show"],
      ],
      ...[
        [10, "location_mismatch", "provider_mismatch"],
        [11, "monitoring_only"],
        [12, "monitoring_only"],
      ],
    ];
    const test = await plansOf(practice, rows, { isTest: true });
    expect(reasonsOf(test.handed)).toEqual(reasons);
    const run = await plansOf(practice, rows);
    expect(reasonsOf(run.handed)).toEqual(reasons);
    const unexplained = ["too_young", "later_row"];
    const explained = reasons.filter(([, reason]) => reason !== undefined && !unexplained.includes(`${reason}`));
    expect(reasonsOf(run.stored).sort(([one], [other]) => Number(one) - Number(other))).toEqual([[null], ...explained]);
    expect(run.stored[0]?.patientName).toBe("Pat No2");
  });

  it("say that the connection sends no invites, and ignore warnings about missing data", async () => {
    const silent = await importPractice({ connection: { sendsInvites: false } });
    expect(reasonsOf((await plansOf(silent, [patient(1)])).handed)).toEqual([[2, "no_invites"]]);
    const asking = await importPractice({ connection: { requireState: true, minimumInviteAge: 18 } });
    const young = patient(2, { state: "", dateOfBirth: "2020-01-01" });
    const { handed, stored } = await plansOf(asking, [patient(1, { state: "" }), young]);
    expect(reasonsOf(handed)).toEqual([[2], [3, "too_young"]]);
    expect(reasonsOf(stored)).toEqual([[null]]);
  });

  it("are handed over again if another import was decided in the meantime", async () => {
    const practice = await importPractice({ connection });
    let other: Promise<unknown> | undefined;
    const { handed, restarts } = await plansOf(practice, [patient(1), patient(2)], {}, async () => {
      await (other ??= practice.run([patient(1)]));
    });
    expect(restarts).toBe(2);
    expect(reasonsOf(handed)).toEqual([[2, "duplicate_appointment"], [3]]);
  });

  it("are reported as outdated if a person is erased after the rows were checked", async () => {
    const practice = await importPractice({ connection });
    const { erasure } = createDomain(practice.ports);
    const ends: ImportEnd[] = [];
    let erasing: Promise<unknown> | undefined;
    const options: ImportOptions = {
      onEnd: (end) => ends.push(end),
      onProgress: ({ phase }) => {
        if (phase === "storing") erasing ??= erasure.erase(practice.account, { patientId: "MRN-1" });
      },
    };
    const { stored } = await plansOf(practice, [patient(1), patient(2)], options);
    await erasing;
    expect(ends).toMatchObject([{ arePlansOutdated: true }]);
    expect(stored.map(({ patientId }) => patientId)).toEqual(["MRN-2"]);
    await plansOf(practice, [patient(3)], { onEnd: (end) => ends.push(end), uploadedAt: at("2026-06-02") });
    expect(ends[1]).not.toHaveProperty("arePlansOutdated");
  });
});
