import { beforeEach, describe, expect, it } from "@jest/globals";
import { anImportRow, patientTexts } from "@repute/domain/testing";
import request from "supertest";
import { type Practice, practice, queueLoad, tokenFor } from "../../test/practice.js";
import { createApp } from "../server.js";

const call = { id: "CAL1", customer_phone_number: "(801) 555-0142", tracking_phone_number: "+18015550100" };

describe("POST /v1/loads/{load_id}/undo", () => {
  let acme: Practice;
  beforeEach(async () => {
    acme = await practice();
  });
  const app = () => createApp(acme.domain, acme.options);
  const load = async (kind: Parameters<typeof queueLoad>[3], file: object, parameters?: Record<string, string>) => {
    const { id } = await queueLoad(acme.domain, acme.account, `${JSON.stringify(file)}\n`, kind, parameters);
    await acme.domain.loads.work();
    return id;
  };
  const undo = (id: number | string, query = "", token = acme.tokens.office) =>
    request(app()).post(`/v1/loads/${id}/undo${query}`).set("api-token", token);

  it("undoes an import of appointments that another token sent", async () => {
    const id = await load("appointments", anImportRow({ appointmentId: "A-50" }));
    const removed = { appointments: 1, invites: 1 };
    const dry = await undo(id, "?dry_run=true").expect(200);
    expect(dry.body).toMatchObject({ undone: false, undone_before: false, removed, run: { is_test: false } });
    expect(dry.headers).toMatchObject({ "cache-control": "no-store" });
    expect((await undo(id, "?dry_run=false").expect(200)).body).toMatchObject({ undone: true, removed });
    expect((await undo(id).expect(200)).body).toMatchObject({ undone: true, undone_before: true, removed });
  });

  it("undoes calls and patient files", async () => {
    const calls = await load("calls", { ...call, start_time: "2026-03-02T09:00:00-07:00", duration: 60 }, {});
    expect((await undo(calls).expect(200)).body).toEqual({
      ...{ undone: true, import_id: 1, removed: 1, restored: 0, remaining: [] },
    });
    const row = patientTexts("OASCAHPS", { patient_id: "MRN-7", visit_id: "V-7" });
    const patients = await load("patients", row, { type: "OASCAHPS" });
    expect((await undo(patients).expect(200)).body).toMatchObject({ undone: true, file_id: 2, removed_visits: 1 });
    expect((await undo(patients).expect(409)).body).toMatchObject({ code: "already_undone" });
  });

  it("refuses other kinds of tokens, and loads that the account cannot undo", async () => {
    const id = await load("appointments", anImportRow({ appointmentId: "A-50" }));
    for (const token of Object.values({ ...acme.tokens, office: "rpo_unknown" })) {
      expect((await undo(id, "", token).expect(401)).body).toMatchObject({ code: "api_key_invalid" });
    }
    const { id: other } = await acme.domain.accounts.create({ key: "other", name: "Other" });
    const stranger = await tokenFor(acme.domain, other, "office");
    for (const path of [id, 99, "x", "1e3", "9".repeat(40)]) {
      expect((await undo(path, "", stranger).expect(404)).body).toMatchObject({ code: "load_not_found" });
    }
    const { body } = await undo(1).expect(409);
    expect(body).toMatchObject({ code: "undo_refused", message: expect.stringContaining("of the kind bundle") });
    await undo(id, "?dry_run=yes").expect(400);
    expect((await undo(id, "?dry_run=true").expect(200)).body).toMatchObject({ undone: false, undone_before: false });
  });
});
