import { expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { day, plus } from "../../foundation/kernel/times.js";
import { memoryPorts, stillClock } from "../../memory/index.js";
import {
  anImportRow,
  at,
  bundleOf,
  changesCopy,
  importFileOf,
  largeBundle,
  readChanges,
  readTrail,
} from "../../testing/index.js";
import type { BundleLine } from "./bundle-format.js";
import { bundleKinds } from "./bundle-lines.js";

async function service(key = "acme") {
  const clock = stillClock(at("2026-06-01T12:00:00Z"));
  const ports = memoryPorts({ clock });
  const domain = createDomain(ports);
  const { id } = await domain.accounts.create({ key, name: "Acme" });
  return { clock, ports, domain, id };
}

type Service = Awaited<ReturnType<typeof service>>;

async function exported({ domain, id }: Service) {
  let text = "";
  const report = await domain.bundle.export(id, async (part) => void (text += part));
  const lines = text.split("\n").filter(Boolean);
  return { report, text, lines: lines.map((line) => JSON.parse(line) as BundleLine) };
}

const load = ({ domain, id }: Service, lines: readonly unknown[]) => domain.bundle.load(id, bundleOf(lines, 500));

/** Loads an export into another service. */
async function moved(lines: readonly unknown[]): Promise<Service> {
  const target = await service("zenith");
  target.clock.set(at("2026-09-01T08:00:00Z"));
  await load(target, lines);
  return target;
}

/** Times at which a service stored a row. */
const stored = /"(_changed_at|modified_at)":"[^"]*",?/g;

/** Returns all rows of all lists, with ids and times, except for the times of storing. */
async function lists({ ports, id }: Service): Promise<readonly string[]> {
  const copy = changesCopy();
  copy.apply((await readChanges(ports.storage, id)).changes);
  const own = [...copy.rows].filter(([name]) => !/^(account|integration|import)/.test(name));
  return own.map(([name, item]) => `${name} ${item.replace(stored, "")}`).sort();
}

async function expectSame(source: Service): Promise<Service> {
  const { lines, text } = await exported(source);
  const target = await moved(lines);
  expect(await lists(target)).toEqual(await lists(source));
  expect((await exported(target)).text).toBe(text);
  return target;
}

const catalog = [
  { kind: "account", time_zone: "America/Denver", currency: "EUR", max_invites_per_contact_per_day: 9 },
  { kind: "location", id: 1, location_name: "Main", external_location_ids: ["L-1"], formatted: "1 Main", state: "UT" },
  { kind: "provider", id: 10, name: "Ada Quill", npi: "1234567893", external_provider_ids: ["P-10"] },
  { kind: "provider", id: 11, name: "Bo Tran", external_provider_ids: [], location_ids: [1], silenced: true },
  { kind: "listing", id: 20, location_id: 1, provider_id: 10, name: "Ada Quill at Main" },
  { kind: "group", id: 30, name: "North", provider_ids: [10], location_ids: [1] },
  { kind: "platform", id: 3, name: "Google", is_survey: false, private: true, write_url: "https://g.example/w" },
  { kind: "platform", id: 4, name: "Visit", is_survey: true },
  { kind: "message", id: 40, name: "After", languages: { en: { key: "after-en", message: "How was it?" } } },
  { kind: "campaign", id: 50, name: "Spring", channel: "Paid Search", tracking_numbers: ["801-555-0100"] },
];
const survey = (...questions: object[]) => ({ kind: "survey", id: 4, name: "Visit", questions });
const question = (id: string) => ({ question_id: id, name: id, text: "How?", kind: "stars", allows_comment: true });
const appointment = { kind: "appointment", id: 100, patient_id: "MRN-1", patient_name: "Cal Reed", location_id: 1 };

it("gives the same lists on another service, for a bundle with every kind of line", async () => {
  const source = await service();
  await load(source, [
    ...catalog,
    ...largeBundle(40).filter(
      ({ kind }) => !["location", "provider", "platform", "campaign", "message"].includes(kind as string),
    ),
    { kind: "campaign", id: 7, name: "Fall", channel: "Email", scct_parameter: "spring-1" },
    { kind: "listing_metric", location_id: 1, month: 202_603, metric_type: "views_search", count: 0 },
    { kind: "widget", limit: 5, allowed_origins: ["https://practice.example"], platform_ids: [3] },
    { kind: "import_connection", name: "Desk", message_id: 40, columns: { mobile_phone: null, email: "Mail" } },
    { kind: "user", id: 9, name: "Cy", email: "cy@example.com", role: "Office Staff", active: false, bio: "New" },
  ]);
  const { report } = await exported(source);
  expect(new Set(Object.keys(report.kinds))).toEqual(new Set(bundleKinds.filter((kind) => kind !== "complete")));
  expect(report).toMatchObject({ omitted: {}, erased: 0, problems: [] });
  await expectSame(source);
});

it("keeps what depended on the order in which an account got its data", async () => {
  const source = await service();
  await load(source, catalog.slice(0, 3));
  const call = { kind: "call", id: 1, called_at: "2026-03-01T16:00:00Z", from_number: "801-555-0142" };
  await load(source, [{ ...call, tracking_number: "801-555-0100" }]);
  const later = { appointment_at: "2026-03-20T16:00:00Z", phone: "801-555-0142" };
  await load(source, [{ ...appointment, ...later }]);
  // A new call would be linked to this appointment, and the earlier one would make its patient known.
  await load(source, [{ ...appointment, id: 101, appointment_at: "2026-03-10T16:00:00Z", phone: "801-555-0142" }]);
  await load(source, [{ ...appointment, id: 102, appointment_at: "2025-03-10", phone: "801-555-0142" }]);
  const form = { scct_parameter: "spring", phone_number: "(801) 555-0142", conversion_type: "Online" };
  const sent = { ...form, submission_date: "2026-03-02T16:00:00Z", patient_name: "Cal Reed" };
  await load(source, [{ kind: "submission", id: 5, ...sent }]);
  await expectSame(source);
  const conversions = (await lists(source)).filter((row) => row.startsWith("conversions"));
  expect(conversions.map((row) => /"_appointment_id":(\d+)/.exec(row)?.[1])).toEqual(["100", "101"]);
  expect(conversions.map((row) => /"new_patient":(\w+)/.exec(row)?.[1])).toEqual(["true", "false"]);
});

it("exports what imports have stored", async () => {
  const source = await service();
  await load(source, [...catalog, { kind: "import_connection", name: "main", max_past_days: 90 }]);
  const row = anImportRow({ homePhone: "(801) 555-0150", appointmentDate: "5/28/2026" });
  await source.domain.imports.run(source.id, importFileOf([row]), { connection: "main" });
  const [call] = [{ start_time: "2026-03-02T09:00:00-07:00", duration: 60, tracking_phone_number: "+18015550111" }];
  const cells = { ...call, id: "C-1", customer_phone_number: "(801) 555-0142", campaign: "Radio spot" };
  await source.domain.conversions.importCalls(source.id, {
    async *read() {
      yield [{ row: 1, form: "json", cells } as const];
    },
  });
  const target = await expectSame(source);
  const { lines } = await exported(target);
  expect(lines).toContainEqual(expect.objectContaining({ kind: "appointment", other_phones: ["+18015550150"] }));
  expect(lines).toContainEqual(expect.objectContaining({ kind: "call", campaign: "Radio spot" }));
});

it("leaves out invites that were not sent yet, test submissions and erased people", async () => {
  const source = await service();
  await load(source, [...catalog, { kind: "import_connection", name: "main", max_past_days: 90, sends_invites: true }]);
  const row = anImportRow({ appointmentDate: "6/1/2026", appointmentTime: "9:00 PM" });
  await source.domain.imports.run(source.id, importFileOf([row]), { connection: "main" });
  const form = { submission_date: "2026-03-02T16:00:00Z", scct_parameter: "spring", conversion_type: "Online" };
  const test = { kind: "submission", ...form, patient_name: "Test", phone_number: "1", is_test: true };
  const person = { kind: "invite", type: "sms", sent_at: "2026-03-01T16:00:00Z", sent_to: "801-555-0177" };
  await load(source, [
    test,
    { ...person, id: 7 },
    { kind: "review", id: 1, platform_id: 3, create_time: "2026-03-01T16:00:00Z", invite_id: 7 },
  ]);
  await source.domain.erasure.erase(source.id, { phone: "801-555-0177" });
  const { text, report, lines } = await exported(source);
  expect(report).toMatchObject({ omitted: { invite: 1, submission: 1 }, problems: [] });
  expect(text).not.toMatch(/5550177|555-0177/);
  await load(await service("zenith"), lines);
});

it("leaves out answers that a survey no longer accepts, so that the bundle can be loaded", async () => {
  const source = await service();
  const response = { kind: "survey_response", id: 70, survey_id: 4, submitted_at: "2026-03-01T16:00:00Z" };
  const lines = [
    survey(question("q1"), question("q2")),
    { ...response, answers: { q1: 5, q2: 4 }, comments: { q2: "Cold" } },
  ];
  await load(source, [...catalog, ...lines]);
  await load(source, [survey(question("q1"))]);
  const { lines: exportedLines } = await exported(source);
  expect(exportedLines).toContainEqual({
    ...response,
    answers: { q1: "5" },
    comments: {},
    extras: {},
    submitted_at: "2026-03-01T16:00:00+00:00",
  });
  await expectSame(source);
});

it("records the export in the audit trail, also for a disabled account, and reports its progress", async () => {
  const source = await service();
  await load(source, catalog);
  await source.domain.accounts.setDisabled("acme", true);
  source.clock.set(plus(source.clock(), day));
  const seen: number[] = [];
  const report = await source.domain.bundle.export(source.id, async () => {}, {
    onProgress: (lines) => seen.push(lines),
  });
  expect(seen.at(-1)).toBe(report.lines);
  const full = new Error("disk full");
  const failing = source.domain.bundle.export(source.id, () => Promise.reject(full));
  await expect(failing).rejects.toBe(full);
  const trail = await readTrail(source.ports.storage, source.id, source.clock());
  expect(trail).toMatchObject([
    { action: "export_account", rows: report.lines, outcome: "ok" },
    { action: "export_account", outcome: "internal_error" },
  ]);
});
