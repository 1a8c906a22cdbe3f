import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { RequestLog } from "@repute/adapter-express";
import type { AccountId, AuditRecord, CredentialId, FailureCount } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { type AuditTrail, auditTrail } from "./audit-trail.js";

const clock = stillClock();
const aRequest = (more: Partial<RequestLog> = {}): RequestLog => ({
  requestId: "r-1",
  address: "203.0.113.7",
  userAgent: "curl/8.5.0",
  method: "GET",
  route: "/v2/reviews",
  status: 200,
  milliseconds: 1,
  bytes: 2,
  aborted: false,
  accountId: 1 as AccountId,
  credentialId: 7 as CredentialId,
  credentialKind: "api-token",
  filters: ["date"],
  rows: 20,
  ...more,
});
const aRecord: AuditRecord = {
  at: clock(),
  actor: "api-token",
  actorId: "7",
  action: "GET /v2/reviews",
  subject: null,
  filters: ["date"],
  rows: 20,
  outcome: "ok",
  origin: { requestId: "r-1", address: "203.0.113.7", userAgent: "curl/8.5.0" },
};

describe("the audit trail of requests", () => {
  let written: (readonly [AccountId, readonly AuditRecord[]])[];
  let counted: (readonly [AccountId, readonly FailureCount[]])[];
  let reports: unknown[];
  let failures: Error[];
  let trail: AuditTrail;
  beforeEach(() => {
    [written, counted, reports, failures] = [[], [], [], []];
    const audit = {
      read: () => Promise.reject(new Error("nobody reads")),
      failures: () => Promise.reject(new Error("nobody reads")),
      async addFailures(account: AccountId, added: readonly FailureCount[]) {
        const failure = failures.shift();
        if (failure) throw failure;
        counted.push([account, added]);
      },
      async append(account: AccountId, records: readonly AuditRecord[]) {
        const failure = failures.shift();
        if (failure) throw failure;
        written.push([account, records]);
      },
    };
    trail = auditTrail({ audit }, clock, (error) => reports.push(error));
  });
  afterEach(() => trail.close());

  it("records the caller, the filters, the number of rows and the outcome of each request", async () => {
    trail.note(aRequest());
    trail.note(aRequest({ status: 404, reason: "not_found", filters: [], rows: 0 }));
    trail.note(aRequest({ aborted: true }));
    await trail.close();
    const records = [
      aRecord,
      { ...aRecord, filters: [], rows: 0, outcome: "not_found" },
      { ...aRecord, outcome: "aborted", origin: { ...aRecord.origin, cut: "disconnect" } },
    ];
    expect(written).toEqual([[1, records]]);
  });

  it("distinguishes responses cut by a server stop from client disconnects", async () => {
    trail.note(aRequest({ aborted: true }));
    trail.noteStop();
    trail.note(aRequest({ aborted: true }));
    trail.note(aRequest());
    trail.note(aRequest({ aborted: true, reason: "client_stalled" }));
    await trail.close();
    const cuts = written.flatMap(([, records]) => records.map(({ origin }) => origin?.cut));
    expect(cuts).toEqual(["disconnect", "stop", undefined, undefined]);
  });

  it("writes all records of an account in one call, separately for each account", async () => {
    for (const account of [1, 2, 1]) trail.note(aRequest({ accountId: account as AccountId }));
    await trail.close();
    expect(written.map(([account, { length }]) => [account, length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it("skips anonymous requests, rate-limited requests and requests that are already recorded", async () => {
    const { accountId: _, credentialId: __, credentialKind: ___, ...stranger } = aRequest();
    trail.note(stranger);
    trail.note(aRequest({ status: 429, reason: "too_many_requests" }));
    trail.note(aRequest({ recorded: true }));
    await trail.close();
    expect(written).toEqual([]);
  });

  it("reports a failed write and retries it at the next write", async () => {
    const failure = new Error("busy");
    failures = [failure];
    trail.note(aRequest());
    await trail.close();
    expect([written, reports]).toEqual([[], [failure]]);
    trail.note(aRequest({ route: "/v2/invites" }));
    await trail.close();
    expect(written).toEqual([[1, [aRecord, { ...aRecord, action: "GET /v2/invites" }]]]);
  });

  it("drops the newest records when the buffer is full, and reports their number", async () => {
    for (let more = 0; more < 100_003; more += 1) trail.note(aRequest());
    await trail.close();
    expect(written[0]?.[1]).toHaveLength(100_000);
    expect(reports).toMatchObject([{ message: "3 audit records were lost" }]);
  });

  it("counts failures to authenticate by credential, action and reason instead of adding a record for each", async () => {
    const refusal = { method: "POST", route: "/oauth/token", status: 401, rows: 0 };
    for (let more = 0; more < 5_000; more += 1) {
      trail.note(aRequest({ ...refusal, reason: `keys_unreachable status_${more}` }));
    }
    trail.note(aRequest({ ...refusal, reason: "bad_signature" }));
    trail.note(aRequest({ ...refusal, reason: "bad_signature", accountId: 2 as AccountId }));
    await trail.close();
    const failure = {
      actor: "api-token",
      actorId: "7",
      action: "POST /oauth/token",
      outcome: "bad_signature",
      firstAt: clock(),
      lastAt: clock(),
      count: 1,
    };
    expect(written).toEqual([]);
    expect(counted).toEqual([
      [1, [{ ...failure, outcome: "keys_unreachable", count: 5_000 }, failure]],
      [2, [failure]],
    ]);
  });

  it("keeps counts after a failed write, and adds later failures to them", async () => {
    const failure = new Error("busy");
    failures = [failure];
    trail.note(aRequest({ status: 401, reason: "expired" }));
    await trail.close();
    trail.note(aRequest({ status: 401, reason: "expired" }));
    await trail.close();
    expect(reports).toEqual([failure]);
    expect(counted).toMatchObject([[1, [{ outcome: "expired", count: 2 }]]]);
  });

  it("keeps records of reads regardless of the number of failures", async () => {
    for (let more = 0; more < 100_003; more += 1) trail.note(aRequest({ status: 401, reason: "expired" }));
    trail.note(aRequest());
    await trail.close();
    expect(written).toEqual([[1, [aRecord]]]);
    expect(counted).toMatchObject([[1, [{ count: 100_003 }]]]);
    expect(reports).toEqual([]);
  });

  it("is written within seconds without an explicit flush", async () => {
    trail.note(aRequest());
    while (written.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(written).toEqual([[1, [aRecord]]]);
  });
});
