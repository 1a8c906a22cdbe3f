import { beforeEach, describe, expect, it } from "@jest/globals";
import type { Instant } from "@repute/domain";
import { bundleOf } from "@repute/domain/testing";
import request from "supertest";
import { loadExample, type SessionHost } from "./load-example.js";

const start = 0 as Instant;
let host: Awaited<ReturnType<SessionHost["createHost"]>>;
let reports: unknown[];
beforeEach(async () => {
  const { createHost } = await loadExample<SessionHost>("session-host.mjs");
  reports = [];
  const checkPassword = (name: string, password: string) =>
    name === "ada" && password === "correct" ? "user-7" : undefined;
  host = await createHost(checkPassword, (error) => void reports.push(error));
});

const signIn = (password: string) => request(host.app).post("/login").type("form").send({ name: "ada", password });
const reviews = (cookie = "") => request(host.app).get("/reputation/v2/reviews").set("Cookie", cookie);

async function cookieOf(signedIn: ReturnType<typeof signIn>): Promise<string> {
  const { headers } = await signedIn.expect(204);
  return (headers["set-cookie"] as unknown as [string])[0].split(";")[0] ?? "";
}

async function trail() {
  const records: object[] = [];
  for await (const page of await host.domain.audit.read("acme", start)) records.push(...page);
  return records.filter((record) => "actor" in record && record.actor === "host");
}

describe("a host with a session cookie", () => {
  it("shows a signed-in user the lists of the user's account, until the user signs out", async () => {
    const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
    const review = { kind: "review", id: 501, platform_id: 3, create_time: "2026-03-01T17:05:00Z" };
    await host.domain.bundle.load(host.account.id, bundleOf([platform, review]));
    const cookie = await cookieOf(signIn("correct"));
    const { body } = await reviews(`theme=dark; ${cookie}`).expect(200);
    expect(body).toMatchObject({ items: [{ review_id: 501 }] });
    await request(host.app).post("/logout").set("Cookie", cookie).expect(204);
    await reviews(cookie).expect(401);
    expect(reports).toEqual([]);
  });

  it("does not let a user read without signing in, or write", async () => {
    await signIn("wrong").expect(401);
    for (const cookie of ["", `session=${"A".repeat(43)}`]) await reviews(cookie).expect(401);
    const cookie = await cookieOf(signIn("correct"));
    await request(host.app).delete("/reputation/v1/users/1").set("Cookie", cookie).expect(403);
  });

  it("names the user in the audit trail", async () => {
    const cookie = await cookieOf(signIn("correct"));
    await reviews(cookie).query("rating=5").expect(200);
    await host.domain.accounts.setDisabled("acme", true);
    await reviews(cookie).expect(401);
    expect(await trail()).toMatchObject([{ actorId: "user-7", action: "GET /v2/reviews", filters: ["rating"] }]);
    const failures: object[] = [];
    for await (const page of await host.domain.audit.failures("acme", start)) failures.push(...page);
    expect(failures).toMatchObject([{ actor: "host", actorId: "user-7", outcome: "account_disabled", count: 1 }]);
    expect(reports.map(String)).toEqual([`Error: the host named the disabled account ${host.account.id}`]);
  });

  it("still accepts tokens", async () => {
    const { token } = await host.domain.access.createToken(host.account.id, { kind: "api-token" });
    await reviews().set("api-token", token).expect(200);
  });
});
