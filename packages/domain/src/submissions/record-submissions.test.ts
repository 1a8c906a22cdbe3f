import { beforeEach, describe, expect, it } from "@jest/globals";
import type { Domain } from "../domain.js";
import { createDomain } from "../domain.js";
import type { AccountId } from "../kernel/ids.js";
import { memoryPorts, stillClock } from "../memory/memory-ports.js";
import type { Ports } from "../ports.js";
import { aSubmission } from "../testing/attribution-builders.js";
import { at, bundleOf } from "../testing/builders.js";
import { readList } from "../testing/fresh-storage.js";
import { unitOfWork } from "../unit-of-work/unit-of-work.js";
import { recordSubmissions } from "./record-submissions.js";
import type { NewSubmission } from "./submission.js";

const clock = stillClock();
const start = clock();
let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  clock.set(start);
  ports = memoryPorts({ clock });
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
});

const uploaded = (overrides: Partial<NewSubmission> = {}): NewSubmission => ({
  ...aSubmission(),
  id: null,
  ...overrides,
});
const upload = (...submissions: NewSubmission[]) =>
  ports.storage.transact(account, async (stores, now) =>
    recordSubmissions(submissions, await unitOfWork(stores, account, now)),
  );
const load = (...lines: unknown[]) => domain.bundle.load(account, bundleOf(lines));
const list = async (name: "calls" | "conversions" = "conversions") =>
  (await readList(ports.storage, account, name)).items;
const stored = (...ids: number[]) =>
  ports.storage.read(account, ({ submissions }) => submissions.byIds(account, ids as never));

const first: number = start;
const campaign = {
  ...{ kind: "campaign", id: 7, name: "Spring", channel: "Paid Search", source: "google", scct_parameter: "spring-1" },
};
const line = (more: object = {}) => ({
  ...{ kind: "submission", submission_date: "2026-03-02T16:00:00.700Z", scct_parameter: "spring-1" },
  ...{ phone_number: "(801) 555-0142", conversion_type: "Online", patient_name: "Cal Reed" },
  ...more,
});

describe("a submission", () => {
  it("becomes a conversion of the campaign behind its parameter, and no call", async () => {
    await load(campaign);
    expect(await upload(uploaded())).toEqual([
      { id: first, conversionId: `sub-${first}`, status: "accepted", changed: true },
    ]);
    expect(await list()).toEqual([
      {
        ...{ conversion_id: `sub-${first}`, type: "Online", date: "2026-03-02T16:00:00+00:00" },
        ...{ campaign: "Spring", channel: "Paid Search", source: "google", new_patient: true },
        ...{ from_number: "+18015550142", tracking_number: null, modified_at: "2026-06-01T12:00:00+00:00" },
        ...{ appt_date: null, location_name: null, patient_id: null, patient_name: null, provider: null },
      },
    ]);
    expect(await list("calls")).toEqual([]);
  });

  it("with a parameter that nobody knows is unassigned", async () => {
    await upload(uploaded({ scctParameter: "gone", type: "App" }));
    expect(await list()).toMatchObject([{ campaign: null, channel: "Unassigned", source: null, type: "App" }]);
  });

  it("without a usable number is shown as it was sent, and matches by what else it says", async () => {
    await load({ kind: "appointment", id: 77, appointment_at: "2026-03-05", email: "Cal.Reed@Example.com" });
    await upload(uploaded({ phoneNumber: "n/a", phone: null, email: "CAL.REED@EXAMPLE.COM" }));
    expect(await list()).toMatchObject([{ from_number: "n/a", appt_date: "2026-03-05", new_patient: true }]);
  });

  it("with an e-mail address that stands for none is not matched by it", async () => {
    await load({ kind: "appointment", id: 77, appointment_at: "2026-03-05", email: "none@example.com" });
    await upload(uploaded({ phoneNumber: "n/a", phone: null, email: "none@example.com" }));
    expect(await list()).toMatchObject([{ appt_date: null }]);
  });

  it("that is a test is kept and leads to no conversion, until tests are removed", async () => {
    await load({ kind: "appointment", id: 77, appointment_at: "2026-03-05", phone: "801-555-0142" });
    const test = { id: first, conversionId: null, status: "accepted", changed: true };
    expect(await upload(uploaded({ isTest: true }))).toEqual([test]);
    expect(await upload(uploaded({ isTest: true }))).toEqual([{ ...test, status: "duplicate", changed: false }]);
    expect(await list()).toEqual([]);
    expect(await stored(first)).toHaveLength(1);
    await ports.storage.transact(account, ({ submissions }) => submissions.removeTests(account));
    expect(await stored(first)).toEqual([]);
  });

  it("that is no test is no duplicate of one that is", async () => {
    const receipts = await upload(uploaded({ isTest: true }), uploaded());
    expect(receipts.map(({ status }) => status)).toEqual(["accepted", "accepted"]);
    expect(await list()).toHaveLength(1);
  });
});

describe("a submission that is sent again", () => {
  it("is answered with the ids of the first and changes nothing, in one upload or in two", async () => {
    const one = { id: first, conversionId: `sub-${first}` };
    const again = uploaded({ phoneNumber: "801.555.0142", patientName: "Somebody Else", email: null });
    expect(await upload(uploaded(), again)).toEqual([
      { ...one, status: "accepted", changed: true },
      { ...one, status: "duplicate", changed: false },
    ]);
    const before = await readList(ports.storage, account, "conversions");
    clock.set(start + 60_000);
    expect(await upload(again)).toEqual([{ ...one, status: "duplicate", changed: false }]);
    expect(await readList(ports.storage, account, "conversions")).toEqual(before);
    expect(await stored(first)).toEqual([{ ...aSubmission(), id: first }]);
  });

  it.each<[string, Partial<NewSubmission>]>([
    ["number", { phone: "+18015550143" as never }],
    ["parameter", { scctParameter: "spring-2" }],
    ["type", { type: "App" }],
    ["second", { at: at("2026-03-02T16:00:01Z") }],
  ])("with another %s is another one", async (_, change) => {
    const receipts = await upload(uploaded(), uploaded(change));
    expect(receipts.map(({ id, status }) => [id, status])).toEqual([
      [first, "accepted"],
      [first + 1, "accepted"],
    ]);
  });

  it("belongs to the campaign that its parameter stands for by then", async () => {
    await upload(uploaded());
    await load(campaign);
    clock.set(start + 60_000);
    expect(await upload(uploaded())).toMatchObject([{ status: "duplicate", changed: true }]);
    expect(await list()).toMatchObject([{ campaign: "Spring", modified_at: "2026-06-01T12:00:00+00:00" }]);
  });
});

describe("the ids of submissions", () => {
  it("that are given out go on after the greatest of all, out of the way of those of bundles", async () => {
    await load(line({ id: 5 }));
    const receipts = await upload(uploaded({ type: "App" }), uploaded({ scctParameter: "b" }));
    expect(receipts.map(({ id }) => id)).toEqual([first, first + 1]);
    expect(await upload(uploaded({ scctParameter: "c" }))).toMatchObject([{ id: first + 2 }]);
    await load(line({ id: first + 9, scct_parameter: "d" }));
    expect(await upload(uploaded({ scctParameter: "e" }))).toMatchObject([{ id: first + 10 }]);
  });
});

describe("a bundle with submissions", () => {
  it("keeps them to the second, with everything that was sent", async () => {
    const address = { street: "1 Main St", secondary_street: "Apt 2", city: "Provo", state: "UT", postal: "84601" };
    const more = { patient_id: "MRN-5", scheduled_appointment_date: "2026-03-05", email: "Cal@Example.com" };
    expect((await load(line({ id: 5, ...address, ...more }))).kinds).toEqual({ submission: { lines: 1, changed: 1 } });
    expect(await stored(5)).toEqual([
      aSubmission({
        ...{ id: 5 as never, patientId: "MRN-5", scheduledDate: "2026-03-05" as never, email: "Cal@Example.com" },
        ...{ street: "1 Main St", secondaryStreet: "Apt 2", city: "Provo", state: "UT", postal: "84601" },
      }),
    ]);
  });

  it("changes nothing the second time, with ids and without", async () => {
    const lines = [line({ id: 5 }), line({ scct_parameter: "b" }), line({ is_test: true })];
    await load(...lines);
    const before = await readList(ports.storage, account, "conversions");
    clock.set(start + 60_000);
    expect((await load(...lines)).kinds).toEqual({ submission: { lines: 3, changed: 0 } });
    expect(await readList(ports.storage, account, "conversions")).toEqual(before);
  });

  it("keeps the one with the least id of those that are one, wherever it stands", async () => {
    await load(
      line({ id: 9, patient_name: "Nine" }),
      line({ patient_name: "None" }),
      line({ id: 5, patient_name: "Five" }),
    );
    expect((await list()).map((item) => item["conversion_id"])).toEqual(["sub-5"]);
    expect(await stored(5, 9)).toMatchObject([{ patientName: "Five" }]);
  });

  it("may say better where one with the same id came from; who submitted, and when, stays", async () => {
    await load(line({ id: 5 }), campaign, { ...campaign, id: 8, name: "Autumn", scct_parameter: "autumn" });
    clock.set(start + 60_000);
    const again = line({ id: 5, scct_parameter: "autumn", patient_name: "Bo Tran", phone_number: "801-555-0199" });
    expect((await load(again)).kinds.submission).toEqual({ lines: 1, changed: 1 });
    expect(await list()).toMatchObject([
      { campaign: "Autumn", from_number: "+18015550142", modified_at: "2026-06-01T12:00:00+00:00" },
    ]);
    expect(await stored(5)).toMatchObject([{ scctParameter: "autumn", patientName: "Cal Reed" }]);
  });

  it.each([
    ["conversion_type", { conversion_type: "Call" }],
    ["submission_date", { submission_date: "2026-03-02" }],
    ["scheduled_appointment_date", { scheduled_appointment_date: "3/5/2026" }],
    ["phone_number", { phone_number: " " }],
    ["is_test", { is_test: "yes" }],
  ])("has a fault where %s is not what it should be", async (key, wrong) => {
    await expect(load(line(wrong))).rejects.toMatchObject({ problems: [{ line: 1, kind: "submission", key }] });
  });

  it("has a fault where an id stands in it twice", async () => {
    await expect(load(line({ id: 5 }), line({ id: 5, scct_parameter: "b" }))).rejects.toMatchObject({
      problems: [{ key: "id", message: "submission 5 stands on line 1 already" }],
    });
  });
});
