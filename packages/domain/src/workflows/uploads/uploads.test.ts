import { beforeEach, describe, expect, it } from "@jest/globals";
import type { UploadKind } from "../../foundation/access/access-ports.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { type Instant, plus } from "../../foundation/kernel/times.js";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts, stillClock } from "../../memory/index.js";
import type { Ports } from "../../ports.js";
import { anImportRow, patientTexts } from "../../testing/index.js";

const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
const review = (id: number, rating = 5) => ({
  ...{ kind: "review", id, platform_id: 3, rating, comment: "Kind", create_time: "2026-03-01T17:05:00Z" },
});
const sentReview = { review_id: "AbF", rating: "FOUR", created_at: "2026-03-01T17:05:00Z" };

describe("files that are sent over HTTP", () => {
  const clock = stillClock();
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    ports = memoryPorts({ clock });
    domain = createDomain(ports);
    ({ id: account } = await domain.accounts.create({ key: "acme", name: "Acme" }));
  });

  const caller = async (only?: readonly UploadKind[], of = account) => {
    const { token } = await domain.access.createToken(of, { kind: "loader", ...(only && { only }) });
    return domain.access.authenticate("loads", token);
  };

  async function* bodyOf(lines: readonly object[]): AsyncGenerator<Uint8Array> {
    for (const line of lines) yield Uint8Array.from(`${JSON.stringify(line)}\n`, (one) => one.charCodeAt(0));
  }

  type More = { readonly by?: Awaited<ReturnType<typeof caller>>; readonly idempotencyKey?: string };
  const send = async (
    kind: UploadKind,
    lines: readonly object[],
    parameters: Readonly<Record<string, string>> = {},
    { by, ...more }: More = {},
  ) => domain.loads.send(bodyOf(lines), { kind, parameters }, { by: by ?? (await caller()), ...more });
  const work = () => domain.loads.work();
  const one = (id: number) => domain.loads.one(account, id);

  it("are queued, stored in order, and listed with their counts", async () => {
    const first = await send("bundle", [platform, review(501)]);
    const second = await send("bundle", [review(501, 4), review(502)]);
    expect([first, second]).toMatchObject([
      { id: 1, state: "queued", ahead: 0, counts: null },
      { id: 2, state: "queued", ahead: 1 },
    ]);
    expect(await domain.loads.waiting()).toEqual({ isReady: true });
    expect(await work()).toBe(2);
    expect(await domain.loads.list(account)).toMatchObject([
      { id: 2, state: "succeeded", ahead: null, counts: { stored: true, kinds: { review: { lines: 2, changed: 2 } } } },
      { id: 1, state: "succeeded", counts: { lines: 2 }, problems: [] },
    ]);
    expect((await one(2)).started_at).toBe("2026-06-01T12:00:00+00:00");
    expect([await work(), await domain.loads.waiting()]).toEqual([0, { isReady: false }]);
  });

  it("do what the command for their kind does", async () => {
    const sent = [
      await send("appointments", [anImportRow()], { test: "true" }),
      await send("appointments", [anImportRow()], { explain: "true" }),
      await send("patients", [patientTexts("OASCAHPS")], { type: "OASCAHPS", by: "ann@example.com" }),
      await send("bundle", [platform], { dry_run: "true" }),
      await send("calls", [{ sid: "CA1", direction: "inbound", status: "completed", start_time: "noon" }], {
        format: "twilio",
      }),
      await send("bundle", [platform]),
      await send("reviews", [sentReview, { ...sentReview, rating: "" }], { platform: "3" }),
      await send("reviews", [sentReview], { platform: "4", dry_run: "true" }),
    ];
    await work();
    const states = await Promise.all(sent.map(({ id }) => one(id)));
    expect(states).toMatchObject([
      { state: "succeeded", run_id: 1, counts: { import_id: 1, is_test: true, rows_processed: 1 } },
      { state: "succeeded", run_id: null, counts: { rows: 1, connection: "default" } },
      { state: "succeeded", run_id: 1, counts: { created_by: "ann@example.com", total_patients: 1 } },
      { state: "succeeded", run_id: null, counts: { stored: false, lines: 1 } },
      {
        state: "failed",
        run_id: null,
        counts: null,
        problems: [{ code: "calls_invalid", row: 1, key: "start_time" }, { key: "Tracking Number" }],
      },
      { state: "succeeded" },
      {
        ...{ state: "succeeded", run_id: null, counts: { stored: true, rows: 2, faulty: 1, changed: 1 } },
        problems: [{ code: "reviews_invalid", row: 2, key: "rating" }],
      },
      { state: "failed", problems: [{ code: "invalid_parameter", parameter: "platform" }] },
    ]);
  });

  it("delete the records that a complete list does not name, if the number is permitted", async () => {
    const reviews = Array.from({ length: 20 }, (_, index) => review(index + 1));
    const complete = { kind: "complete", of: "review" };
    await send("bundle", [platform, ...reviews]);
    await send("bundle", [review(1), complete], { dry_run: "true" });
    await send("bundle", [review(1), complete]);
    await send("bundle", [review(1), complete], { allow_deletions: "19" });
    await work();
    const message: unknown = expect.stringMatching(/^would delete 19 of 20 .*allow_deletions=19/);
    expect(await Promise.all([2, 3, 4].map(one))).toMatchObject([
      { state: "succeeded", counts: { kinds: { review: { missing: 19 } } }, problems: [{ code: "warning", message }] },
      { state: "failed", problems: [{ code: "bundle_invalid", line: 2, message }] },
      { state: "succeeded", counts: { kinds: { review: { missing: 19, deleted: 19 } } }, problems: [] },
    ]);
    await expect(send("calls", [{}], { allow_deletions: "1" })).rejects.toMatchObject({
      problems: [{ parameter: "allow_deletions" }],
    });
    await expect(send("bundle", [{}], { allow_deletions: "half" })).rejects.toMatchObject({
      problems: [{ parameter: "allow_deletions" }],
    });
  });

  it("are recorded with the token that sent them", async () => {
    const by = await caller();
    await send("bundle", [platform], {}, { by: { ...by, origin: { requestId: "r-1" } } });
    await send("bundle", [review(1, 9)], {}, { by });
    await work();
    const records = [];
    for await (const some of await domain.audit.read("acme", 0 as Instant)) records.push(...some);
    const ofToken = { actor: "loader", actorId: String(by.id) };
    expect(records.filter(({ actor }) => actor === "loader")).toMatchObject([
      { ...ofToken, action: "send_load", subject: "load 1", outcome: "ok", origin: { requestId: "r-1" } },
      { ...ofToken, action: "send_load", subject: "load 2" },
      { ...ofToken, action: "load_bundle", outcome: "ok", origin: { requestId: "r-1" } },
      { ...ofToken, action: "load_bundle", outcome: "bundle_invalid" },
    ]);
  });

  it("can be sent by an operator, who also sees the loads of others", async () => {
    const by = { account, kind: "operator", id: null, origin: { osUser: "ann" } } as const;
    const load = await domain.loads.send(bodyOf([platform]), { kind: "bundle", parameters: {} }, { by });
    const other = await send("bundle", [platform]);
    await work();
    expect(await domain.loads.one(account, load.id)).toMatchObject({ state: "succeeded" });
    expect((await domain.loads.list(account, undefined, by)).map(({ id }) => id)).toEqual([other.id, load.id]);
    await expect(domain.loads.one(account, load.id, await caller())).rejects.toMatchObject({ code: "load_not_found" });
    const records = [];
    for await (const some of await domain.audit.read("acme", 0 as Instant)) records.push(...some);
    const sent = records.filter(({ origin }) => origin?.osUser === "ann");
    const operator = { actor: "operator", actorId: null, origin: { osUser: "ann" } };
    expect(sent).toMatchObject([
      { ...operator, action: "send_load", subject: `load ${load.id}` },
      { ...operator, action: "load_bundle", outcome: "ok" },
    ]);
  });

  it("name the load that they repeat, and with a key they are not queued twice", async () => {
    const by = await caller();
    const first = await send("bundle", [platform], {}, { by, idempotencyKey: "a" });
    expect(await send("bundle", [platform], {}, { by, idempotencyKey: "a" })).toMatchObject({ id: first.id });
    expect(await send("bundle", [platform], {}, { by })).toMatchObject({ id: 2, repeats: 1 });
    expect(await send("bundle", [platform], { dry_run: "true" }, { by })).toMatchObject({ id: 3, repeats: null });
    await expect(send("bundle", [review(1)], {}, { by, idempotencyKey: "a" })).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    expect(await work()).toBe(3);
  });

  it("are shown only to their sender, and to the operator", async () => {
    const [mine, theirs] = [await caller(), await caller(["calls"])];
    for (let count = 0; count < 30; count += 1) await send("bundle", [platform], {}, { by: mine });
    const { id } = await send("calls", [{}], {}, { by: theirs });
    expect((await domain.loads.list(account, undefined, theirs)).map((item) => item.id)).toEqual([id]);
    expect((await domain.loads.list(account, undefined, mine)).map((item) => item.id)).not.toContain(id);
    expect(await domain.loads.list(account)).toHaveLength(31);
    await expect(domain.loads.one(account, id, mine)).rejects.toMatchObject({ code: "load_not_found" });
    expect(await domain.loads.one(account, id, theirs)).toMatchObject({ id });
  });

  it("are all shown to an office token of the account", async () => {
    const office = async (of = account) => {
      const { token } = await domain.access.createToken(of, { kind: "office" });
      return domain.access.authenticate("loads", token);
    };
    const by = await office();
    const operator = { account, kind: "operator", id: null } as const;
    await send("bundle", [platform]);
    await domain.loads.send(bodyOf([platform]), { kind: "bundle", parameters: {} }, { by: operator });
    await send("patients", [patientTexts("OASCAHPS")], { type: "OASCAHPS" }, { by: await office() });
    await send("bundle", [platform], {}, { by });
    expect((await domain.loads.list(account, undefined, by)).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    expect(await domain.loads.one(account, 1, by)).toMatchObject({ id: 1 });
    const { id: other } = await domain.accounts.create({ key: "other", name: "Other" });
    const stranger = await office(other);
    expect(await domain.loads.list(other, undefined, stranger)).toEqual([]);
    await expect(domain.loads.one(other, 1, stranger)).rejects.toMatchObject({ code: "load_not_found" });
  });

  it("are refused if a parameter, the kind or the digest is wrong", async () => {
    const wrong = send("calls", [{}], { explain: "true", dry_run: "perhaps", format: "x" });
    await expect(wrong).rejects.toMatchObject({
      code: "invalid_parameter",
      problems: ["explain", "dry_run", "format"].map((parameter) => ({ parameter })),
    });
    await expect(send("patients", [{}])).rejects.toMatchObject({ problems: [{ parameter: "type" }] });
    await expect(send("reviews", [{}])).rejects.toMatchObject({ problems: [{ parameter: "platform" }] });
    const by = await caller(["calls"]);
    await expect(send("bundle", [platform], {}, { by })).rejects.toMatchObject({ code: "kind_not_permitted" });
    expect(await send("calls", [{}], {}, { by })).toMatchObject({ id: 1 });
    const digests = { sha256: "ab" };
    const changed = domain.loads.send(
      bodyOf([platform]),
      { kind: "bundle", parameters: {}, digests },
      { by: await caller() },
    );
    await expect(changed).rejects.toMatchObject({ code: "digest_mismatch" });
    await expect(send("bundle", [])).rejects.toMatchObject({ code: "empty_load" });
    await expect(one(9)).rejects.toMatchObject({ code: "load_not_found" });
    await expect(domain.loads.list(account, "x")).rejects.toMatchObject({ code: "invalid_before" });
  });

  it("are refused while the account has many that are not stored", async () => {
    const by = await caller();
    for (let count = 0; count < 50; count += 1) await send("bundle", [platform], {}, { by });
    await expect(send("bundle", [platform], {}, { by })).rejects.toMatchObject({
      kind: "unavailable",
      code: "too_many_loads",
    });
    const other = await domain.accounts.create({ key: "other", name: "Other" });
    expect(await send("bundle", [platform], {}, { by: await caller(undefined, other.id) })).toMatchObject({ id: 1 });
  });

  it("fail if the token was revoked before the work began, and wait while the account is disabled", async () => {
    const by = await caller();
    await send("bundle", [platform], {}, { by });
    await domain.accounts.setDisabled("acme", true);
    expect([await work(), await domain.loads.waiting()]).toEqual([0, { isReady: false }]);
    await domain.accounts.setDisabled("acme", false);
    await domain.access.changeToken(by.id as Parameters<typeof domain.access.changeToken>[0], "revoke");
    expect(await work()).toBe(1);
    expect(await one(1)).toMatchObject({ state: "failed", problems: [{ code: "token_revoked" }] });
    await expect(send("bundle", [platform], {}, { by })).rejects.toMatchObject({ code: "api_key_invalid" });
  });

  it("wait if the account is disabled after they were listed", async () => {
    await send("bundle", [platform]);
    const waiting = async () => {
      const listed = await ports.storage.uploads.waiting();
      await domain.accounts.setDisabled("acme", true);
      return listed;
    };
    const racing = createDomain({ ...ports, storage: { ...ports.storage, uploads: { waiting } } });
    expect(await racing.loads.work()).toBe(0);
    await domain.accounts.setDisabled("acme", false);
    expect(await work()).toBe(1);
    expect(await one(1)).toMatchObject({ state: "succeeded" });
  });

  it("are taken over from a process that was killed, and fail after five such ends", async () => {
    await send("bundle", [platform]);
    const change = (more: object) =>
      ports.storage.transact(account, async ({ uploads }) => {
        const [upload] = await uploads.unfinished(account);
        if (upload) await uploads.save(account, { ...upload, ...more });
      });
    const held = { holder: "killed#1", until: plus(clock(), 10_000) };
    await change({ ...held, state: "running", tries: 1 });
    expect([await work(), await domain.loads.waiting()]).toEqual([0, { isReady: false, held }]);
    await change({ until: clock() });
    expect(await domain.loads.waiting()).toEqual({ isReady: true });
    expect(await work()).toBe(1);
    expect(await one(1)).toMatchObject({ state: "succeeded" });
    await send("bundle", [review(1)]);
    await change({ state: "running", holder: "killed#1", until: clock(), tries: 5 });
    expect(await work()).toBe(1);
    expect(await one(2)).toMatchObject({ state: "failed", problems: [{ code: "interrupted" }] });
  });

  it("wait for the server that has their content, for seven days", async () => {
    await send("bundle", [platform]);
    await ports.uploadFiles?.tidy(new Set());
    expect(await work()).toBe(0);
    expect(await one(1)).toMatchObject({ state: "queued" });
    const start = clock();
    clock.set(start + 7 * 86_400_000);
    expect(await work()).toBe(1);
    expect(await one(1)).toMatchObject({ state: "failed", problems: [{ code: "waited_too_long" }] });
    clock.set(start);
  });

  it("report an unexpected error to the operator only", async () => {
    const files = ports.uploadFiles;
    if (!files) throw new Error("there is no port");
    const broken: Ports = {
      ...ports,
      uploadFiles: {
        ...files,
        async open(name) {
          const file = await files.open(name);
          return (
            file && {
              ...file,
              bundle() {
                throw new TypeError("Cal Reed");
              },
            }
          );
        },
      },
    };
    await send("bundle", [platform]);
    const errors: unknown[] = [];
    expect(await createDomain(broken).loads.work({ onError: (error) => void errors.push(error) })).toBe(1);
    expect(errors).toMatchObject([{ message: "Cal Reed" }]);
    expect(JSON.stringify(await one(1))).not.toContain("Cal Reed");
    expect(await one(1)).toMatchObject({ state: "failed", problems: [{ code: "internal_error" }] });
  });

  it("are listed for 90 days", async () => {
    await send("bundle", [platform]);
    await work();
    const start = clock();
    clock.set(start + 91 * 86_400_000);
    await send("bundle", [review(1)]);
    await domain.nightly.cleanUp(clock());
    expect((await domain.loads.list(account)).map(({ id }) => id)).toEqual([2]);
    clock.set(start);
  });
});
