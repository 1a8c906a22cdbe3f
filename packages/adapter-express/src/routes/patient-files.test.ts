import { beforeEach, describe, expect, it } from "@jest/globals";
import { at, patientFileOf, patientTexts } from "@repute/domain/testing";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import { createApp } from "../server.js";

let open: Practice;
const get = (path: string, type = "application/json") => {
  const token = open.tokens[path.startsWith("/v1") ? "account-key" : "api-token"];
  return request(createApp(open.domain, open.options)).get(path).set("api-token", token).set("Accept", type);
};
const parse = (uploaded: string, more: object = {}, type: "OASCAHPS" | "HCAHPS" = "HCAHPS") =>
  open.domain.patientSurveys.parse(open.account, patientFileOf(type, [{ texts: patientTexts(type) }]), {
    uploadedAt: at(uploaded),
    ...more,
  });

beforeEach(async () => {
  open = await practice();
});

describe("GET /v2/cahps-parsed-files", () => {
  it("lists files with all members, newest upload first", async () => {
    await parse("2026-05-31T08:00:00Z", {
      isTest: true,
      createdBy: "ann@example.com",
      connection: "ehr",
      transform: "trim",
    });
    const { body } = await get("/v2/cahps-parsed-files?start_date=2026-05-31&end_date=2026-06-01").expect(200);
    expect(body).toEqual({
      items: [
        {
          ...{ file_id: 1, integration_connection: null, file_transform: null, download_status: "Done" },
          ...{ is_test: false, cahps_type: "OASCAHPS", total_patients: 2, warnings_count: 2 },
          ...{ created_at: "2026-06-01T12:00:00+00:00", created_by: "system" },
        },
        {
          ...{ file_id: 2, integration_connection: "ehr", file_transform: "trim", download_status: "Done" },
          ...{ is_test: true, cahps_type: "HCAHPS", total_patients: 1, warnings_count: 0 },
          ...{ created_at: "2026-05-31T08:00:00+00:00", created_by: "ann@example.com" },
        },
      ],
    });
  });

  it.each([
    ["start_date=2026-05-31&end_date=2026-05-31", [3, 2]],
    ["start_date=2026-05-31T08:00:00Z&end_date=2026-05-31T23:59:58Z", [2]],
    ["start_date=2026-05-31T08:00:01Z&end_date=2026-05-31T23:59:59Z", [3]],
    ["start_date=2026-05-31&end_date=2026-06-01&cahps_type=HCAHPS", [3, 2]],
    ["start_date=2026-05-31&end_date=2026-06-01&cahps_type=OASCAHPS", [1]],
    ["start_date=2026-05-31&end_date=2026-06-01&cahps_type=", [1, 3, 2]],
    ["start_date=2026-06-02&end_date=2026-06-02", []],
  ])("includes both ends of %s", async (query, ids) => {
    await parse("2026-05-31T08:00:00Z");
    await parse("2026-05-31T23:59:59Z");
    const { body } = await get(`/v2/cahps-parsed-files?${query}`).expect(200);
    expect((body as { items: { file_id: number }[] }).items.map(({ file_id: id }) => id)).toEqual(ids);
  });

  it.each([
    ["", ["start_date", "end_date"]],
    ["?start_date=2026-05-31", ["end_date"]],
    ["?end_date=2026-05-31", ["start_date"]],
    ["?start_date=&end_date=2026-05-31", ["start_date"]],
    ["?start_date=2026-05-32&end_date=tomorrow", ["start_date", "end_date"]],
    ["?start_date=2026-06-01&end_date=2026-05-31", ["start_date"]],
    ["?start_date=2026-05-31&end_date=2026-05-31&cahps_type=hcahps", ["cahps_type"]],
  ])("rejects %j", async (query, parameters) => {
    const { body } = await get(`/v2/cahps-parsed-files${query}`).expect(400);
    expect((body as { errors: { parameter: string }[] }).errors.map(({ parameter }) => parameter)).toEqual(parameters);
  });

  it("reports the applied window", async () => {
    const { headers } = await get("/v2/cahps-parsed-files?start_date=2026-06-01&end_date=2026-06-01").expect(200);
    expect(headers).toMatchObject({ "x-window-start": "2026-06-01T00:00:00+00:00" });
  });

  it("returns 404 under v1", async () => {
    await get("/v1/cahps-parsed-files?start_date=2026-06-01&end_date=2026-06-01").expect(404);
    await get("/v1/cahps-parsed-files/1/warnings").expect(404);
  });
});

describe("GET /v2/cahps-parsed-files/:file_id/warnings", () => {
  it("lists findings by row", async () => {
    const { body } = await get("/v2/cahps-parsed-files/1/warnings").expect(200);
    const { file_id: id, cahps_type: type, records } = body as Record<string, unknown[]>;
    expect([id, type, Object.keys(body as object)]).toEqual([1, "OASCAHPS", ["file_id", "cahps_type", "records"]]);
    const text = "Patient was 14 on the date of service";
    expect(records?.[0]).toEqual({
      id: 1_000_002,
      patient_id: "MRN-5",
      patient_info: patientTexts("OASCAHPS", { date_of_birth: "2012-05-01" }),
      location_name: "Main Street",
      row_note: text,
      notes: { discovered_defects: [{ code: "under_18", field: "date_of_birth", text }], notes_string: text },
    });
    expect(records?.[1]).toMatchObject({ id: 1_000_003, notes: { warnings: [{ code: "unknown_sex" }] } });
  });

  it.each(["2", "0", "x", "01", "1.0", "99999999999999999999"])("returns 404 for the file %s", async (id) => {
    const { body } = await get(`/v2/cahps-parsed-files/${id}/warnings`).expect(404);
    expect(body).toMatchObject({ code: "file_not_found" });
  });

  it("is empty for a file without findings and for a failed file", async () => {
    await parse("2026-05-31T08:00:00Z");
    const none = { type: "HCAHPS" as const, read: () => Promise.reject(new Error("damaged")) };
    const damaged = { ...none, read: () => ({ [Symbol.asyncIterator]: () => ({ next: none.read }) }) };
    await expect(open.domain.patientSurveys.parse(open.account, damaged)).rejects.toThrow("damaged");
    for (const id of [2, 3]) {
      const { body } = await get(`/v2/cahps-parsed-files/${id}/warnings`).expect(200);
      expect(body).toEqual({ file_id: id, cahps_type: "HCAHPS", records: [] });
    }
    const { text } = await get("/v2/cahps-parsed-files?start_date=2026-06-01&end_date=2026-06-01", "text/csv");
    expect(text).toMatch(/^3,,,Failed,false,HCAHPS,0,0,2026-06-01T12:00:00\+00:00,system\r\n1,/m);
  });

  it("is available as NDJSON and CSV", async () => {
    const path = "/v2/cahps-parsed-files/1/warnings";
    const lines = await get(path, "application/x-ndjson").buffer(true).expect(200);
    expect(
      lines.text
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: number }).id),
    ).toEqual([1_000_002, 1_000_003]);
    const table = (await get(path, "text/csv").expect(200)).text.split("\r\n");
    expect(table[0]).toBe("id,patient_id,patient_info,location_name,row_note,notes");
    expect(table[1]).toMatch(/^1000002,MRN-5,"\{""first_name"":""Cal"",.*\}",Main Street,Patient was 14/);
    expect(table).toHaveLength(4);
  });
});
