import { beforeEach, describe, expect, it } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import request from "supertest";
import { aSubmission } from "../../test/practice-data.js";
import { type Practice, practice } from "../../test/practice.js";
import { createApp } from "../server.js";

let acme: Practice;
let app: ReturnType<typeof createApp>;
beforeEach(async () => {
  acme = await practice(undefined, { maxSubmissions: 5 });
  app = createApp(acme.domain, acme.options);
  await acme.domain.bundle.load(
    acme.account,
    bundleOf([{ kind: "campaign", id: 7, name: "Spring", channel: "Paid Search", scct_parameter: "spring-1" }]),
  );
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  request(app)
    .post(`/v1/online-submissions/${path}`)
    .set({ "api-token": acme.tokens["web-forms"], "Content-Type": "application/json", ...headers })
    .send(typeof body === "string" ? body : JSON.stringify(body));
const upload = (change: object = {}, headers: Record<string, string> = {}) =>
  post("upload", { ...aSubmission, ...change }, headers);
const bulk = (submissions: unknown, headers: Record<string, string> = {}) =>
  post("bulk-upload", { submissions }, headers);
const conversions = async () => {
  const { body } = await request(app).get("/v2/conversions").set("api-token", acme.tokens["api-token"]).expect(200);
  return (body as { items: Record<string, unknown>[] }).items;
};

describe("an uploaded submission", () => {
  it("is accepted and becomes a conversion of its campaign", async () => {
    const { body } = (await upload().expect(201)) as { body: Record<string, unknown> };
    expect(body).toEqual({ id: expect.any(Number), conversion_id: `sub-${String(body["id"])}`, status: "accepted" });
    expect(await conversions()).toEqual([
      expect.objectContaining({
        conversion_id: body["conversion_id"],
        type: "Online",
        date: "2026-03-02T17:05:00+00:00",
        campaign: "Spring",
        channel: "Paid Search",
        from_number: "+18015550142",
        new_patient: false,
        patient_name: null,
      }),
    ]);
  });

  it("is a duplicate if it is sent again in another spelling, and gets the same ids", async () => {
    const { body: first } = (await upload().expect(201)) as { body: object };
    const again = { submission_date: "2026-03-02T10:05:00.9-07:00", phone_number: "1-801-555-0142", city: "Provo" };
    expect((await upload(again).expect(200)).body).toEqual({ ...first, status: "duplicate" });
    expect(await conversions()).toHaveLength(1);
  });

  it("gets the time of the upload if it has no date", async () => {
    await upload({ submission_date: undefined }).expect(201);
    expect(await conversions()).toMatchObject([{ date: "2026-06-01T12:00:00+00:00" }]);
  });

  it("is accepted with an unknown campaign and an invalid phone number", async () => {
    await upload({ scct_parameter: "no-such", phone_number: "unknown" }).expect(201);
    expect(await conversions()).toMatchObject([
      { campaign: null, channel: "Unassigned", from_number: "unknown", new_patient: true },
    ]);
  });

  it("is accepted with is_test and does not become a conversion", async () => {
    const { body } = (await upload({ is_test: true }).expect(201)) as { body: object };
    expect(body).toMatchObject({ conversion_id: null, status: "accepted" });
    expect(await conversions()).toEqual([]);
    await upload().expect(201);
  });

  it.each([
    ["api-token", 201],
    ["web-forms", 201],
    ["account-key", 401],
  ] as const)("is sent with a credential of kind %s and gets a %i", async (kind, status) => {
    const { body } = await upload({}, { "api-token": acme.tokens[kind] }).expect(status);
    if (status === 401) expect(body).toMatchObject({ message: "The API key is invalid" });
  });
});

describe("an upload", () => {
  it("with unknown keys says which keys were probably meant", async () => {
    const messages = async (reply: request.Test) =>
      ((await reply.expect(400)).body as { errors: { message: string }[] }).errors.map(({ message }) => message);
    expect(await messages(upload({ phone_number: undefined, phone: "801" }))).toContain(
      "/phone is not a known key: did you mean phone_number?",
    );
    expect(await messages(post("bulk-upload", { submission: [] }))).toEqual([
      "/submission is not a known key: did you mean submissions?",
    ]);
  });

  it("is rejected with all problems and their pointers", async () => {
    const wrong = {
      submission_date: "2026-02-30T00:00:00Z",
      phone_number: " ",
      conversion_type: "Call",
      patient_name: undefined,
      is_test: "yes",
      email: 7,
      "no/such": 1,
    };
    const { body } = (await upload(wrong).expect(400)) as { body: { errors: { pointer: string; message: string }[] } };
    expect(body).toMatchObject({ code: "invalid_submission", status: 400 });
    expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual(
      [
        "/conversion_type",
        "/email",
        "/is_test",
        "/no~1such",
        "/patient_name",
        "/phone_number",
        "/submission_date",
      ].sort(),
    );
    expect(body.errors).toContainEqual({
      pointer: "/conversion_type",
      message: "/conversion_type must be one of Online, App; found a string of 4 characters",
    });
    expect(await conversions()).toEqual([]);
  });

  it("can have empty optional strings but no empty required string", async () => {
    const optional = ["patient_id", "scheduled_appointment_date", "email", "street", "secondary_street", "city"];
    const empty = Object.fromEntries([...optional, "state", "postal"].map((key) => [key, ""]));
    const { body } = (await upload({ ...empty, email: " " }).expect(201)) as { body: object };
    expect((await upload().expect(200)).body).toEqual({ ...body, status: "duplicate" });
    await upload({ submission_date: "" }).expect(201);
    for (const key of ["scct_parameter", "phone_number", "conversion_type", "patient_name"]) {
      expect((await upload({ [key]: "" }).expect(400)).body).toMatchObject({ errors: [{ pointer: `/${key}` }] });
    }
    expect((await bulk([{ ...aSubmission, submission_date: "" }]).expect(400)).body).toMatchObject({
      errors: [{ pointer: "/submissions/0/submission_date" }],
    });
  });

  it("is read in UTC if its date has no offset", async () => {
    await upload({ submission_date: "2026-03-02T17:05:00" }).expect(201);
    await upload({ submission_date: "2026-03-02T10:05:00-07:00" }).expect(200);
    expect(await conversions()).toMatchObject([{ date: "2026-03-02T17:05:00+00:00" }]);
    await upload({ submission_date: "2026-03-02" }).expect(400);
  });

  it.each(["2026-06-01T12:05:01Z", "2030-01-01T00:00:00Z"])(
    "is rejected for a future date such as %s",
    async (date) => {
      const { body } = await upload({ submission_date: date }).expect(400);
      expect(body).toMatchObject({ errors: [{ pointer: "/submission_date" }] });
      await upload({ submission_date: "2026-06-01T12:05:00Z" }).expect(201);
    },
  );

  it.each(["[]", "7", "null", '"text"'])("is rejected if it is not an object: %s", async (body) => {
    expect((await post("upload", body).expect(400)).body).toMatchObject({
      code: "invalid_submission",
      errors: [{ pointer: "", message: "the body must be an object" }],
    });
  });

  it("is never repeated in the response or the log if it is invalid", async () => {
    const { text } = await upload({ patient_name: "Cal Secret", conversion_type: "Secret", phone_number: 8015550142 });
    expect(text).not.toMatch(/Secret|8015550142/);
    expect(JSON.stringify([acme.logs, acme.reports])).not.toMatch(/Secret|8015550142/);
  });
});

describe("a bulk upload", () => {
  const at = (minute: number, change: object = {}) => ({
    ...aSubmission,
    submission_date: `2026-03-02T17:0${minute}:00Z`,
    ...change,
  });

  it("reports the status of each submission in order", async () => {
    await bulk([at(1)]).expect(201);
    const { body } = await bulk([at(3), at(1), at(2, { is_test: true }), at(3)]).expect(201);
    expect(body).toMatchObject({
      accepted: 2,
      duplicates: 2,
      items: [
        { status: "accepted", conversion_id: expect.stringMatching(/^sub-/) as unknown },
        { status: "duplicate" },
        { status: "accepted", conversion_id: null },
        { status: "duplicate" },
      ],
    });
    const { items } = body as { items: { id: number }[] };
    expect(items[3]?.id).toBe(items[0]?.id);
    expect(await conversions()).toHaveLength(2);
  });

  it("stores all submissions or none, and reports every problem", async () => {
    const { body } = await bulk([
      at(1),
      at(2, { submission_date: undefined }),
      7,
      at(3, { conversion_type: "" }),
    ]).expect(400);
    expect((body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
      "/submissions/1/submission_date",
      "/submissions/2",
      "/submissions/3/conversion_type",
    ]);
    expect(await conversions()).toEqual([]);
  });

  it.each([
    ["nothing", {}, "/submissions"],
    ["an empty array", { submissions: [] }, "/submissions"],
    ["an object", { submissions: {} }, "/submissions"],
    ["an unknown key", { submissions: [at(1)], extra: 1 }, "/extra"],
    ["a very long key", { ["k".repeat(500_000)]: 1 }, `/${"k".repeat(100)}`],
    ["an array instead of an object", [at(1)], ""],
  ])("rejects %s", async (_, body, pointer) => {
    expect((await post("bulk-upload", body).expect(400)).body).toMatchObject({
      code: "invalid_submissions",
      errors: [{ pointer }],
    });
  });

  it("reports at most a hundred problems", async () => {
    const faults = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`k${index}`, 1]));
    const { body } = await bulk([
      { ...at(1), ...faults },
      { ...at(2), ...faults },
    ]).expect(400);
    expect((body as { errors: unknown[] }).errors).toHaveLength(100);
  });

  it("rejects too many submissions", async () => {
    const everyMinute = (count: number) => Array.from({ length: count }, (_, minute) => at(minute));
    expect((await bulk(everyMinute(6)).expect(413)).body).toMatchObject({ code: "too_many_submissions", status: 413 });
    await bulk(everyMinute(5)).expect(201);
  });

  it("accepts a body of up to 5 MB", async () => {
    const long = JSON.stringify({ submissions: [at(1)] }).padEnd(5 * 1_048_576);
    await post("bulk-upload", long).expect(201);
    await post("bulk-upload", `${long} `).expect(413);
    await upload({ street: "x".repeat(1_048_576) }).expect(413);
  });
});

describe("an upload with an Idempotency-Key", () => {
  const key = { "Idempotency-Key": "k-1" };

  it("gets the same response and status when it is repeated", async () => {
    const { body } = (await upload({ submission_date: undefined }, key).expect(201)) as { body: object };
    acme.clock.set(acme.clock() + 60_000);
    expect((await upload({ submission_date: undefined }, key).expect(201)).body).toEqual(body);
    expect(await conversions()).toHaveLength(1);
  });

  it("is rejected if the content differs", async () => {
    await upload({}, key).expect(201);
    const { body } = await upload({ city: "Provo" }, key).expect(422);
    expect(body).toMatchObject({ code: "idempotency_key_reused", status: 422 });
    await bulk([aSubmission], key).expect(422);
    await upload({ city: "Provo" }, { "Idempotency-Key": "k-2" }).expect(200);
  });

  it("can be corrected under the same key after an error", async () => {
    await upload({ conversion_type: "x" }, key).expect(400);
    await upload({}, key).expect(201);
  });

  it.each(["", "k".repeat(256)])("is rejected with the invalid key %j", async (bad) => {
    const { body } = await upload({}, { "Idempotency-Key": bad }).expect(400);
    expect(body).toMatchObject({ code: "invalid_idempotency_key" });
  });
});

describe("the audit trail", () => {
  it("records who uploaded how many submissions, once per upload", async () => {
    await upload({}, { "Idempotency-Key": "k" }).expect(201);
    await upload({}, { "Idempotency-Key": "k" }).expect(201);
    const trail = [];
    for await (const records of await acme.domain.audit.read("acme", 0 as never)) trail.push(...records);
    const uploads = trail.filter(({ action }) => action === "upload_submission");
    expect(uploads).toMatchObject([
      { actor: "web-forms", rows: 1, outcome: "ok", filters: [] },
      { actor: "web-forms", rows: 1, outcome: "repeated" },
    ]);
    expect(acme.logs.filter(({ status }) => status === 201)).toMatchObject([{ recorded: true }, { recorded: true }]);
  });
});

describe("the status of a submission", () => {
  const status = (id: unknown, token: string = acme.tokens["web-forms"]) =>
    request(app)
      .get(`/v1/online-submissions/${String(id)}`)
      .set("api-token", token);
  const sent = async (change: object = {}) => ((await upload(change)).body as { id: number }).id;

  it("tells the token that posted it when it was stored and linked, without data of the patient", async () => {
    const id = await sent();
    const unlinked = { conversion_id: `sub-${id}`, is_test: false, is_linked: false, linked_at: null };
    const { body } = await status(id).expect(200);
    expect(body).toEqual({ id, stored_at: "2026-06-01T12:00:00+00:00", ...unlinked });
    acme.clock.set(acme.clock() + 60_000);
    await acme.domain.bundle.load(
      acme.account,
      bundleOf([
        {
          ...{ kind: "appointment", id: 9, appointment_at: "2026-03-05T15:00:00Z" },
          ...{ patient_name: "Cal Reed", phone: "801-555-0142" },
        },
      ]),
    );
    expect((await status(id).expect(200)).body).toMatchObject({
      is_linked: true,
      linked_at: "2026-06-01T12:01:00+00:00",
    });
  });

  it("has no conversion if it is a test", async () => {
    const id = await sent({ is_test: true });
    const { body } = await status(id).expect(200);
    expect(body).toMatchObject({ id, conversion_id: null, is_test: true, stored_at: null, is_linked: false });
  });

  it("is not found by other tokens, for deleted and loaded submissions, and for ids that cannot be", async () => {
    const id = await sent();
    for (const [one, token] of [
      [id, acme.tokens["api-token"]],
      [id + 1, undefined],
      ["0", undefined],
      ["9".repeat(400), undefined],
    ] as const)
      expect((await status(one, token).expect(404)).body).toMatchObject({ code: "submission_not_found" });
    const line = { kind: "submission", ...aSubmission, id: 5 };
    await acme.domain.bundle.load(acme.account, bundleOf([line, { kind: "submission", id, deleted: true }]));
    await status(5).expect(404);
    await status(id).expect(404);
  });

  it("stays with its token when the operator corrects the submission", async () => {
    const id = await sent();
    await acme.domain.bundle.load(acme.account, bundleOf([{ kind: "submission", ...aSubmission, id, city: "Ogden" }]));
    await status(id).expect(200);
  });
});
