import { beforeEach, describe, expect, it } from "@jest/globals";
import { anImportRow, importFileOf } from "@repute/domain/testing";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import { createApp } from "../server.js";

type OpenApi = {
  readonly components: {
    readonly schemas: { readonly ImportRecord: { readonly properties: Record<"match_info", { description: string }> } };
  };
};

let open: Practice;
const get = (path: string, type = "application/json") => {
  const token = open.tokens[path.startsWith("/v1") ? "account-key" : "api-token"];
  return request(createApp(open.domain, open.options)).get(path).set("api-token", token).set("Accept", type);
};
const rows = [
  anImportRow(),
  anImportRow({ appointmentId: "A-2", location: "L-9" }),
  anImportRow({ appointmentId: "A-3", patientId: "MRN-6", mobilePhone: "", email: "" }),
];

beforeEach(async () => {
  open = await practice();
  const { domain, account } = open;
  await domain.imports.run(account, importFileOf([anImportRow({ appointmentDate: "2026-05-20" })]), { isTest: true });
  await domain.imports.run(account, importFileOf(rows));
});

describe("GET /v2/integration-imports", () => {
  const run = {
    ...{ import_id: 3, rows_processed: 3, mismatches: 1, warnings: 0, appointment_captured: 2, new_patients: 2 },
    ...{ scheduled_invites: 1, skipped_appointments: 1, skipped_invites: 2 },
    ...{ start_date: "2026-05-28", end_date: "2026-05-28", upload_date: "2026-06-01 12:00:00" },
  };
  const errors = { appointments: { location_mismatch: 1 }, invites: { missing_contact: 1 } };

  it("lists one item per run without test runs", async () => {
    const { body } = await get("/v2/integration-imports").expect(200);
    expect(body).toEqual({ items: [{ ...run, errors }, expect.objectContaining({ import_id: 1 })] });
  });

  it("omits errors by type under v1", async () => {
    const { body } = await get("/v1/integration-imports").expect(200);
    expect((body as { items: unknown[] }).items[0]).toEqual(run);
  });

  it("lists test runs on request, newest first", async () => {
    const { items } = (await get("/v2/integration-imports?show_test_runs=true").expect(200)).body as {
      items: { import_id: number; is_test: boolean }[];
    };
    expect(items.map(({ import_id: id, is_test: isTest }) => [id, isTest])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ]);
    await get("/v2/integration-imports?show_test_runs=maybe").expect(400);
  });

  it.each([
    ["start_date=2026-05-28", 2],
    ["start_date=2026-05-29", 0],
    ["end_date=2026-05-28", 2],
    ["end_date=2026-05-27", 0],
    ["start_date=2026-05-28&end_date=2026-05-28", 2],
    ["start_date=2026-05-28T00:00:00Z", 2],
    ["start_date=2026-05-28T00:00:01Z", 0],
  ])("selects runs by the day of the first appointment: %s", async (query, count) => {
    const { body } = await get(`/v2/integration-imports?${query}`).expect(200);
    expect((body as { items: unknown[] }).items).toHaveLength(count);
  });

  it("rejects invalid dates and reversed dates", async () => {
    await get("/v2/integration-imports?start_date=yesterday").expect(400);
    await get("/v2/integration-imports?start_date=2026-05-28&end_date=2026-05-27").expect(400);
  });
});

describe("GET /v2/integration-imports/:import_id/appointments and /invites", () => {
  it("lists errors about appointments and about invites separately", async () => {
    const { body } = await get("/v2/integration-imports/3/appointments").expect(200);
    expect(body).toEqual({
      import_id: 3,
      upload_date: "2026-06-01 12:00:00",
      records: [
        {
          ...{ id: 3, error_type: "location_mismatch", error_level: "error", patient_name: "Cal Reed" },
          ...{ patient_id: "MRN-5", appointment_date: "2026-05-28", location_name: "L-9", provider: "P-10" },
          ...{ phone: "+18015550142", email: "cal.reed@example.com", date_of_birth: "1980-05-01", state: "UT" },
          match_info: { field: "location", value: "L-9" },
        },
      ],
    });
    const { body: invites } = await get("/v2/integration-imports/3/invites").expect(200);
    expect(invites).toMatchObject({ records: [{ id: 4, error_type: "missing_contact", phone: null, email: null }] });
  });

  it("selects errors by type", async () => {
    const recordsOf = async (types: string) => {
      const { body } = await get(`/v2/integration-imports/3/appointments?error_types=${types}`).expect(200);
      return (body as { records: unknown[] }).records.length;
    };
    expect(await recordsOf("location_mismatch,stops")).toBe(1);
    expect(await recordsOf("stops")).toBe(0);
    expect(await recordsOf("")).toBe(1);
  });

  it.each(["stops,nonsense", "stops,", ",", "stops,,silenced"])("rejects the types %j", async (types) => {
    const { body } = await get(`/v2/integration-imports/3/invites?error_types=${types}`).expect(400);
    expect(body).toMatchObject({ code: "unknown_error_type" });
  });

  it("documents every key of match_info", async () => {
    const { body } = await get("/openapi.json").expect(200);
    const { description } = (body as OpenApi).components.schemas.ImportRecord.properties.match_info;
    for (const key of [
      ...["field", "value", "existing_id", "existing_date", "existing_row", "superseded_by_row", "contact", "since"],
      ...["allowed_from", "allowed_to"],
    ]) {
      expect(description).toContain(`\`${key}\``);
    }
  });

  it.each(["4", "0", "x", "99999999999999999999", "2.0"])("returns 404 for the import %s", async (id) => {
    expect((await get(`/v2/integration-imports/${id}/appointments`).expect(404)).body).toMatchObject({
      code: "import_not_found",
    });
  });

  it("returns 404 under v1", async () => {
    await get("/v1/integration-imports/3/appointments").expect(404);
  });

  it("is available as NDJSON and CSV", async () => {
    const lines = await get("/v2/integration-imports/3/invites", "application/x-ndjson").buffer(true).expect(200);
    expect(JSON.parse(lines.text)).toMatchObject({ error_type: "missing_contact" });
    const table = await get("/v2/integration-imports/3/appointments", "text/csv").expect(200);
    expect(table.text.split("\r\n")).toHaveLength(3);
  });
});
