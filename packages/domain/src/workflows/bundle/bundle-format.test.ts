import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { bundleFormat, type BundleLine, deletionKeys, lineShapes } from "./bundle-format.js";
import { bundleKinds, rulesOf } from "./bundle-lines.js";
import { createBundle } from "./create-bundle.js";

describe("bundleFormat", () => {
  const keysOf = (kind: string) => bundleFormat().find((one) => one.kind === kind)?.keys ?? [];

  it("lists the keys of a kind, with their expected values and whether they are required", () => {
    expect(keysOf("review")).toContainEqual({ key: "id", expected: "a positive integer", required: true });
    expect(keysOf("review")).toContainEqual({ key: "rating", expected: "a number from 1 to 5", required: false });
  });

  it("lists the keys of nested objects", () => {
    expect(keysOf("survey")).toContainEqual({ key: "questions[].min", expected: expect.any(String), required: false });
    expect(keysOf("invite")).toContainEqual({ key: "clicked[].name", expected: expect.any(String), required: true });
  });
});

it("bundleFormat lists the kinds in the order of the documentation", () => {
  expect(bundleFormat().map(({ kind }) => kind)).toEqual([
    ...["account", "location", "provider", "listing", "group", "platform", "survey", "message", "campaign"],
    ...["widget", "import_connection", "stop", "spend", "invite", "appointment", "review", "nps_survey"],
    ...["call", "submission", "listing_metric", "survey_response", "user", "complete"],
  ]);
});

const at = "2026-03-01T17:05:00Z";

/** One line of every kind, with a value for each required key and for some optional keys. */
const lines: readonly BundleLine[] = [
  { kind: "account", currency: "EUR", value_new_patient: "250.00", time_zone: "America/Denver" },
  { kind: "location", id: 1, location_name: "Main", external_location_ids: ["L-1"], state: "Utah" },
  { kind: "provider", id: 10, name: "Ada Quill", external_provider_ids: [], location_ids: [1], npi: null },
  { kind: "listing", id: 20, location_id: 1, provider_id: 10, name: "Ada Quill at Main" },
  { kind: "group", id: 30, name: "North", provider_ids: [10], location_ids: [1] },
  { kind: "platform", id: 3, name: "Google", is_survey: false, active: undefined },
  { kind: "platform", id: 4, name: "Visit", is_survey: true },
  {
    kind: "survey",
    id: 4,
    name: "Visit",
    questions: [{ question_id: "q1", name: "Overall", text: "How was it?", kind: "stars", overall: true }],
  },
  { kind: "message", id: 40, name: "After", languages: { en: { key: "after-en", message: "How was it?" } } },
  { kind: "campaign", id: 50, name: "Spring", channel: "Paid Search", tracking_numbers: ["801-555-0100"] },
  { kind: "widget", limit: 5, allowed_origins: ["https://practice.example"] },
  { kind: "import_connection", name: "Desk", date_order: "month_first", message_id: 40 },
  { kind: "stop", contact: "801-555-0199", since: at },
  { kind: "spend", id: 60, campaign_id: 50, start_date: "2026-03-01", end_date: "2026-03-02", amount: "80.50" },
  {
    kind: "invite",
    id: 7,
    type: "sms",
    sent_to: "801-555-0142",
    sent_at: at,
    clicked: [{ created_at: at, name: "Google" }],
  },
  { kind: "appointment", id: 100, appointment_at: "2026-03-05", booked_at: at, revenue: "99.00" },
  { kind: "review", id: 501, platform_id: 3, location_id: 1, rating: 5, create_time: at, invite_id: 7 },
  { kind: "nps_survey", id: 501, platform_id: 3, create_time: at, nps_rating: 9 },
  { kind: "call", id: 900, called_at: at, from_number: "801-555-0142", tracking_number: "801-555-0100" },
  {
    kind: "submission",
    submission_date: at,
    scct_parameter: "spring",
    phone_number: "801-555-0143",
    conversion_type: "Online",
    patient_name: "Cal Reed",
    scheduled_appointment_date: "2026-03-09",
  },
  { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "views_maps", count: 120 },
  { kind: "survey_response", id: 70, survey_id: 4, submitted_at: at, answers: { q1: 5, q2: null } },
  { kind: "user", id: 80, name: "Ann", email: "ann@practice.example", role: "Administrator" },
  { kind: "complete", of: "review", location_id: 1 },
];

describe("the types of bundle lines", () => {
  it("describe the shapes by which the service reads the lines", () => {
    for (const kind of bundleKinds) expect(lineShapes[kind]).toBe(rulesOf(kind).shape);
    expect(Object.keys(lineShapes).sort()).toEqual([...bundleKinds].sort());
  });

  it("require the keys that a deletion needs", () => {
    expect(Object.fromEntries(bundleKinds.map((kind) => [kind, rulesOf(kind).keys]))).toEqual({
      ...deletionKeys,
      account: undefined,
      complete: undefined,
    });
  });

  it("accept lines of every kind that the service loads and deletes", async () => {
    const domain = createDomain(memoryPorts());
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
    expect(await domain.bundle.load(id, createBundle(lines))).toMatchObject({ stored: true, lines: lines.length });
    const deletions: readonly BundleLine[] = [
      { kind: "review", id: 501, deleted: true },
      { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "views_maps", deleted: true },
      { kind: "stop", contact: "801-555-0199", deleted: true },
      { kind: "widget", deleted: true },
    ];
    expect((await domain.bundle.load(id, createBundle(deletions))).kinds).toMatchObject({
      review: { deleted: 1 },
      listing_metric: { deleted: 1 },
      stop: { deleted: 1 },
      widget: { deleted: 1 },
    });
  });

  it("reject lines that the service would reject", async () => {
    const wrong: readonly BundleLine[] = [
      // @ts-expect-error The line has an unknown key.
      { kind: "platform", id: 3, name: "Google", is_survey: false, colour: "red" },
      // @ts-expect-error The line lacks `name`.
      { kind: "platform", id: 3, is_survey: false },
      // @ts-expect-error A timestamp is a string.
      { kind: "review", id: 501, platform_id: 3, create_time: Date.now() },
      // @ts-expect-error A deletion needs the id.
      { kind: "review", deleted: true },
      // @ts-expect-error Lines of this kind cannot delete.
      { kind: "account", deleted: true },
      // @ts-expect-error Lines of this kind cannot delete.
      { kind: "complete", of: "review", deleted: true },
    ];
    const domain = createDomain(memoryPorts());
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
    for (const line of wrong) {
      await expect(domain.bundle.load(id, createBundle([line]))).rejects.toMatchObject({ code: "bundle_invalid" });
    }
  });
});

describe("a bundle that is created from lines", () => {
  const person = { name: "Ann", email: "ann@practice.example", role: "Administrator" } as const;
  const users = Array.from({ length: 2_500 }, (_, index): BundleLine => ({ kind: "user", id: index + 1, ...person }));

  async function chunks(bundle: ReturnType<typeof createBundle>): Promise<readonly (readonly number[])[]> {
    const read: number[][] = [];
    for await (const chunk of bundle.read()) read.push(chunk.map(({ line }) => line));
    return read;
  }

  it("numbers the lines and reads them in chunks, again from the first line each time", async () => {
    const bundle = createBundle(users);
    const first = await chunks(bundle);
    expect(first.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(first.flat()).toEqual(users.map((_, index) => index + 1));
    expect(await chunks(bundle)).toEqual(first);
  });

  it("calls a function that returns the lines for each reading", async () => {
    let readings = 0;
    const bundle = createBundle(async function* () {
      readings += 1;
      yield* users.slice(0, 3);
    });
    expect([await chunks(bundle), await chunks(bundle)]).toEqual([[[1, 2, 3]], [[1, 2, 3]]]);
    expect(readings).toBe(2);
  });

  it("has no chunks if there are no lines", async () => {
    expect(await chunks(createBundle([]))).toEqual([]);
  });
});
