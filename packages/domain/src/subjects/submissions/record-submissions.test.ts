import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { aSubmission, at, bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";
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
  ports.storage.transact(account, ({ submissions }) => submissions.byIds(account, ids as never));

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
  it("creates a conversion with its parameter's campaign, but no call", async () => {
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

  it("is unassigned if its parameter is unknown", async () => {
    await upload(uploaded({ scctParameter: "gone", type: "App" }));
    expect(await list()).toMatchObject([{ campaign: null, channel: "Unassigned", source: null, type: "App" }]);
  });

  const posted = (fields: object) => {
    const { kind: _, ...submission } = line({ scct_parameter: "spring-1", ...fields }) as Record<string, unknown>;
    return domain.submissions.one(submission, { by: { kind: "web-forms", id: 1 as never, account } });
  };

  it.each([" spring-1", "spring-1 ", "spring-1\n", "\tspring-1\u00a0"])(
    "is credited if there is white space around its parameter: %j",
    async (scct_parameter) => {
      await load({ ...campaign, scct_parameter: " spring-1 " });
      await load(line({ id: 950, scct_parameter }));
      expect(await list()).toMatchObject([{ campaign: "Spring", channel: "Paid Search" }]);
      expect(await posted({ scct_parameter })).toMatchObject({ status: "duplicate", id: 950 });
    },
  );

  it("is credited if an earlier version stored the parameter of the campaign with a space", async () => {
    await load(campaign);
    await ports.storage.transact(account, async ({ catalog }) => {
      const { campaigns } = await catalog.read(account, "campaigns");
      await catalog.save(account, { campaigns: campaigns.map((one) => ({ ...one, scctParameter: "spring-1 " })) });
    });
    await posted({});
    expect(await list()).toMatchObject([{ campaign: "Spring" }]);
  });

  it("is accepted with fields of advertising trackers, which are not stored", async () => {
    const trackers = { gclid: "Cj0K", utm_source: ["x"], utm_marketing_tactic: null, fbclid: 1 };
    const { id } = await posted(trackers);
    expect(await posted({})).toMatchObject({ id, status: "duplicate" });
    await expect(posted({ ...trackers, gclidd: "x" })).rejects.toMatchObject({
      problems: [{ pointer: "/gclidd", message: "/gclidd is not a known key" }],
    });
  });

  it("shows an unusable number unchanged and matches by other data", async () => {
    await load({ kind: "appointment", id: 77, appointment_at: "2026-03-05", email: "Cal.Reed@Example.com" });
    await upload(uploaded({ phoneNumber: "n/a", phone: null, email: "CAL.REED@EXAMPLE.COM" }));
    expect(await list()).toMatchObject([{ from_number: "n/a", appt_date: "2026-03-05", new_patient: true }]);
  });

  it.each([
    ["2026-03-05", "2026-03-05"],
    ["2026-03-05T23:30:00", "2026-03-05"],
    ["2026-03-06T05:30:00Z", "2026-03-05"],
    ["2026-03-05T22:30:00.5-07:00", "2026-03-05"],
    ["2026-03-05T23:30:00-10:00", "2026-03-06"],
  ])("scheduled for %s is scheduled for %s in the account's time zone", async (scheduled, day) => {
    await load({ kind: "account", time_zone: "America/Denver" });
    await load(line({ id: 950, scheduled_appointment_date: scheduled }));
    expect(await stored(950)).toMatchObject([{ scheduledDate: day }]);
    const body = { ...line({ kind: undefined, scheduled_appointment_date: scheduled, scct_parameter: "other" }) };
    const { kind: _, ...submission } = body as Record<string, unknown>;
    const { id } = await domain.submissions.one(submission, { by: { kind: "web-forms", id: 1 as never, account } });
    expect(await stored(id)).toMatchObject([{ scheduledDate: day }]);
  });

  it("does not match by a placeholder email address", async () => {
    await load({ kind: "appointment", id: 77, appointment_at: "2026-03-05", email: "none@example.com" });
    await upload(uploaded({ phoneNumber: "n/a", phone: null, email: "none@example.com" }));
    expect(await list()).toMatchObject([{ appt_date: null }]);
  });

  it("is stored without a conversion if it is a test, until test submissions are purged", async () => {
    await load({ kind: "appointment", id: 77, appointment_at: "2026-03-05", phone: "801-555-0142" });
    const test = { id: first, conversionId: null, status: "accepted", changed: true };
    expect(await upload(uploaded({ isTest: true }))).toEqual([test]);
    expect(await upload(uploaded({ isTest: true }))).toEqual([{ ...test, status: "duplicate", changed: false }]);
    expect(await list()).toEqual([]);
    expect(await stored(first)).toHaveLength(1);
    await ports.storage.transact(account, ({ submissions }) => submissions.removeTests(account));
    expect(await stored(first)).toEqual([]);
  });

  it("is not a duplicate of a test submission", async () => {
    const receipts = await upload(uploaded({ isTest: true }), uploaded());
    expect(receipts.map(({ status }) => status)).toEqual(["accepted", "accepted"]);
    expect(await list()).toHaveLength(1);
  });
});

describe("a repeated submission", () => {
  it("returns the ids of the first submission and changes nothing, in one upload or two", async () => {
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
  ])("is a new submission if it has a different %s", async (_, change) => {
    const receipts = await upload(uploaded(), uploaded(change));
    expect(receipts.map(({ id, status }) => [id, status])).toEqual([
      [first, "accepted"],
      [first + 1, "accepted"],
    ]);
  });

  it("gets the campaign that its parameter currently stands for", async () => {
    await upload(uploaded());
    await load(campaign);
    clock.set(start + 60_000);
    expect(await upload(uploaded())).toMatchObject([{ status: "duplicate", changed: true }]);
    expect(await list()).toMatchObject([{ campaign: "Spring", modified_at: "2026-06-01T12:00:00+00:00" }]);
  });
});

describe("submission ids", () => {
  it("are assigned above all existing ids, including ids from bundles", async () => {
    await load(line({ id: 5 }));
    const receipts = await upload(uploaded({ type: "App" }), uploaded({ scctParameter: "b" }));
    expect(receipts.map(({ id }) => id)).toEqual([first, first + 1]);
    expect(await upload(uploaded({ scctParameter: "c" }))).toMatchObject([{ id: first + 2 }]);
    await load(line({ id: first + 9, scct_parameter: "d" }));
    expect(await upload(uploaded({ scctParameter: "e" }))).toMatchObject([{ id: first + 10 }]);
  });
});

describe("a bundle with submissions", () => {
  it("stores them to the second with all of their data", async () => {
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

  it("changes nothing the second time, with and without ids", async () => {
    const lines = [line({ id: 5 }), line({ scct_parameter: "b" }), line({ is_test: true })];
    await load(...lines);
    const before = await readList(ports.storage, account, "conversions");
    clock.set(start + 60_000);
    expect((await load(...lines)).kinds).toEqual({ submission: { lines: 3, changed: 0 } });
    expect(await readList(ports.storage, account, "conversions")).toEqual(before);
  });

  it("keeps the duplicate with the lowest id, in any order", async () => {
    await load(
      line({ id: 9, patient_name: "Nine" }),
      line({ patient_name: "None" }),
      line({ id: 5, patient_name: "Five" }),
    );
    expect((await list()).map((item) => item["conversion_id"])).toEqual(["sub-5"]);
    expect(await stored(5, 9)).toMatchObject([{ patientName: "Five" }]);
  });

  it("replaces the submission with the same id and updates its conversion, except for values determined at creation", async () => {
    const [one, other] = [
      { ...line({ id: 5, email: "cal@example.com", city: "Provo" }) },
      line({ id: 6, scct_parameter: "b" }),
    ];
    await load(one, other, campaign, { ...campaign, id: 8, name: "Autumn", scct_parameter: "autumn" });
    clock.set(start + 60_000);
    const corrected = { scct_parameter: "autumn", conversion_type: "App", patient_name: "Bo Tran" };
    const moved = { phone_number: "801-555-0199", submission_date: "2026-03-02T18:00:00Z" };
    const again = line({ id: 5, ...corrected, ...moved });
    expect((await load(again)).kinds.submission).toEqual({ lines: 1, changed: 1 });
    expect(await list()).toMatchObject([
      {
        ...{ conversion_id: "sub-5", campaign: "Autumn", type: "App", from_number: "+18015550199" },
        ...{ date: "2026-03-02T18:00:00+00:00", modified_at: "2026-06-01T12:00:00+00:00" },
      },
      { conversion_id: "sub-6" },
    ]);
    expect(await stored(5)).toMatchObject([
      { scctParameter: "autumn", patientName: "Bo Tran", email: null, city: null },
    ]);
    expect((await load(again)).kinds.submission).toEqual({ lines: 1, changed: 0 });
  });

  const appointment = { kind: "appointment", id: 77, appointment_at: "2026-03-05T15:00:00Z", phone: "801-555-0142" };
  const credited = () =>
    ports.storage.transact(account, async ({ conversions }) => {
      const found = await conversions.byIds(account, "submission", [5, 6, 7] as never);
      return found.map(({ id, appointmentId, closes }) => [id, appointmentId, closes]).sort();
    });

  it("matches corrected submissions to appointments and attributes them to the last touch", async () => {
    const late = { submission_date: "2026-03-03T16:00:00Z" };
    await load(appointment, line({ id: 5 }), line({ id: 6, ...late }), line({ id: 7, phone_number: "801-555-0199" }));
    expect(await credited()).toEqual([
      [5, 77, false],
      [6, 77, true],
      [7, null, false],
    ]);
    await load(line({ id: 5, submission_date: "2026-03-04T16:00:00Z", phone_number: "801-555-0111" }));
    expect(await credited()).toEqual([
      [5, 77, true],
      [6, 77, false],
      [7, null, false],
    ]);
    await load(line({ id: 7, submission_date: "2026-03-04T17:00:00Z" }));
    expect((await credited()).at(-1)).toEqual([7, 77, true]);
  });

  it("removes the conversion of a corrected test submission and creates one in the reverse case", async () => {
    const late = { submission_date: "2026-03-03T16:00:00Z" };
    await load(appointment, line({ id: 5 }), line({ id: 6, ...late }), line({ id: 7, is_test: true }));
    await load(line({ id: 6, ...late, is_test: true }), line({ id: 7, submission_date: "2026-03-01T16:00:00Z" }));
    expect((await list()).map((item) => item["conversion_id"])).toEqual(["sub-5", "sub-7"]);
    expect(await credited()).toEqual([
      [5, 77, true],
      [7, 77, false],
    ]);
  });

  it("does not detect duplicates of a corrected submission's old version", async () => {
    await load(line({ id: 5 }));
    await load(line({ id: 7 }), line({ id: 5, scct_parameter: "b" }));
    expect((await stored(5, 7)).map(({ id, scctParameter }) => [id, scctParameter])).toEqual([
      [5, "b"],
      [7, "spring-1"],
    ]);
  });

  it.each([
    ["conversion_type", { conversion_type: "Call" }],
    ["submission_date", { submission_date: "2026-03-02" }],
    ["scheduled_appointment_date", { scheduled_appointment_date: "3/5/2026" }],
    ["phone_number", { phone_number: " " }],
    ["is_test", { is_test: "yes" }],
  ])("is rejected if %s is invalid", async (key, wrong) => {
    await expect(load(line(wrong))).rejects.toMatchObject({ problems: [{ line: 1, kind: "submission", key }] });
  });

  it("is rejected if an id appears twice", async () => {
    await expect(load(line({ id: 5 }), line({ id: 5, scct_parameter: "b" }))).rejects.toMatchObject({
      problems: [{ key: "id", message: "submission 5 is a duplicate of line 1" }],
    });
  });
});
