import { beforeEach, describe, expect, it } from "@jest/globals";
import { bundleOf, readTrail } from "@repute/domain/testing";
import request from "supertest";
import { type Practice, practice, tokenFor } from "../../test/practice.js";
import { createApp } from "../server.js";

const visit = {
  ...{ kind: "appointment", id: 90, appointment_at: "2026-03-05T15:00:00Z", location_id: 1 },
  ...{ patient_id: "MRN-77", phone: "801-555-0177", email: "bo.lane@example.com", patient_name: "Bo Lane" },
};

describe("POST /v1/people/search", () => {
  let acme: Practice;
  beforeEach(async () => {
    acme = await practice();
    await acme.domain.bundle.load(acme.account, bundleOf([visit]));
  });
  const search = (body: unknown, token = acme.tokens.office) =>
    request(createApp(acme.domain, acme.options))
      .post("/v1/people/search")
      .set({ "api-token": token, "Content-Type": "application/json" })
      .send(JSON.stringify(body));

  it.each([
    { patient_id: "MRN-77" },
    { phone: "(801) 555-0177" },
    { email: "Bo.Lane@example.com" },
    { name: "Lane, Bo" },
  ])("returns the records about a person by %j", async (body) => {
    const reply = await search(body).expect(200);
    expect(reply.headers).toMatchObject({ "cache-control": "no-store" });
    const about = { patient: "MRN-77", name: "Bo Lane", location: "Main Street", detail: "takes place" };
    expect(reply.body).toMatchObject({
      kinds: { appointment: 1, invite: 0 },
      records: [{ kind: "appointment", at: "2026-03-05T15:00:00+00:00", ...about }],
      patients: [{ patient: "MRN-77", names: ["Bo Lane"], records: 1 }],
      shared: [],
    });
  });

  it("is recorded with the token and the request, and neither log contains the value", async () => {
    const { headers } = await search({ phone: "(801) 555-0177" }).expect(200);
    const trail = (await readTrail(acme.ports.storage, acme.account)).filter(({ actor }) => actor === "office");
    const origin = { requestId: headers["x-request-id"] as unknown };
    expect(trail).toMatchObject([{ action: "look_up_person", rows: 1, subject: null, outcome: "ok", origin }]);
    expect(acme.logs).toMatchObject([{ route: "/v1/people/search", status: 200, recorded: true }]);
    expect(JSON.stringify([trail, acme.logs])).not.toMatch(/555-?0177|MRN-77|Lane/);
  });

  it.each([
    ...[{}, [], null, 7, "Bo Lane", { phone: 8_015_550_177 }, { phone: null }, { patientId: "MRN-77" }],
    ...[{ phone: "(801) 555-0177", name: "Bo Lane" }, { name: "x".repeat(501) }, { __proto__: { name: "Bo Lane" } }],
  ])("refuses the body %j without repeating it", async (body) => {
    const { body: problem } = await search(body).expect(400);
    const errors = [{ pointer: "", message: expect.stringMatching(/^the body must have exactly one of the members/) }];
    expect(problem).toMatchObject({ code: "invalid_person", errors });
    expect(JSON.stringify(problem)).not.toMatch(/0177|MRN-77|Lane/);
  });

  it.each([
    [{ phone: "0000" }, "the phone number must be valid and not a placeholder"],
    [{ email: "bo" }, "the email address must be valid and not a placeholder"],
    [{ patient_id: " " }, "the patient ID must have 1 to 500 characters"],
    [{ name: "Lane" }, "the name must have a first name and a last name"],
  ])("refuses the invalid value in %j", async (body, message) => {
    expect((await search(body).expect(400)).body).toMatchObject({ code: "invalid_person", message });
  });

  it("returns nothing about the people of other accounts, and refuses other kinds of tokens", async () => {
    const { id: other } = await acme.domain.accounts.create({ key: "other", name: "Other" });
    const { body } = await search({ patient_id: "MRN-77" }, await tokenFor(acme.domain, other, "office")).expect(200);
    expect(body).toMatchObject({ kinds: { appointment: 0 }, records: [], patients: [], shared: [] });
    for (const token of Object.values({ ...acme.tokens, office: "rpo_unknown" })) {
      expect((await search({ patient_id: "MRN-77" }, token).expect(401)).body).toMatchObject({
        code: "api_key_invalid",
      });
    }
  });
});
