import { beforeAll, describe, expect, it } from "@jest/globals";
import { accepted, tokenKinds } from "@repute/domain";
import request from "supertest";
import { askFor, type Practice, practice } from "../test/practice.js";
import { createApp } from "./app.js";

let acme: Practice;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  acme = await practice();
  app = createApp(acme.domain, acme.options);
});

const paths = {
  "v1-data": "/v1/reviews",
  "v2-data": "/v2/reviews",
  submissions: "/v1/online-submissions/upload",
} as const;
const hints = {
  "account-key": "the credential is an account key, which can read /v1 and manage users",
  "api-token": "the credential is an API token, which can read /v2 and upload submissions",
  "web-forms": "the credential is a web-forms token, which can only upload submissions",
};
const madeUp = { "account-key": "rpk_", "api-token": "rpa_", "web-forms": "rpf_" };
const messages = {
  "v1-data": "The API key is invalid",
  "v2-data": "The OAuth access token is invalid or expired",
  submissions: "The API key is invalid",
};

type Refused = { readonly message: string; readonly hint?: string; readonly request_id: string };
const refusal = async (path: string, headers: Record<string, string>) => {
  const { status, body } = await askFor(app, path, headers);
  expect(status).toBe(401);
  const { request_id: _, ...problem } = body as Refused;
  return problem;
};

const doors = Object.keys(paths) as (keyof typeof paths)[];

describe.each(doors.flatMap((door) => tokenKinds.map((kind) => ({ door, kind }))))(
  "a credential of kind $kind at $door",
  ({ door, kind }) => {
    if (accepted[door].includes(kind)) {
      it("gets no hint if it is invalid", async () => {
        const problem = await refusal(paths[door], { "api-token": `${madeUp[kind]}${"x".repeat(49)}` });
        expect(problem).not.toHaveProperty("hint");
      });
      return;
    }

    it("gets a hint based only on its kind, regardless of whether the token exists", async () => {
      const real = await refusal(paths[door], { "api-token": acme.tokens[kind] });
      expect(real).toMatchObject({ message: messages[door], hint: hints[kind] });
      for (const text of [`${madeUp[kind]}${"x".repeat(49)}`, `${madeUp[kind]}x`]) {
        expect(await refusal(paths[door], { "api-token": text })).toEqual(real);
      }
    });
  },
);

describe("a credential in the other header", () => {
  it("gets a hint that names the right header", async () => {
    expect(await refusal("/v2/reviews", { Authorization: `Bearer ${acme.tokens["api-token"]}` })).toMatchObject({
      message: messages["v2-data"],
      hint: "the credential is an API token, which can read /v2 and upload submissions; send the credential in the header api-token",
    });
    expect(await refusal("/v2/reviews", { "api-token": "eyJhbGciOiJIUzI1NiJ9.e30.x" })).toMatchObject({
      hint: "the credential is an access token, which can read /v2; send the credential in the header Authorization: Bearer",
    });
    expect(await refusal("/v1/reviews", { Authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x" })).toMatchObject({
      hint: "the credential is an access token, which can read /v2",
    });
  });
});

it("no hint is sent for a string without a known prefix, or without a credential", async () => {
  for (const text of ["", "secret", "RPK_x", "x rpk_x"]) {
    expect(await refusal("/v2/reviews", { "api-token": text })).not.toHaveProperty("hint");
  }
  const { body } = await request(app).get("/v2/reviews").expect(401);
  expect(body).not.toHaveProperty("hint");
});
