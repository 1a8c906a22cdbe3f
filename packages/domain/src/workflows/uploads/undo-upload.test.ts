import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { UploadKind } from "../../foundation/access/access-ports.js";
import type { AccountId, CredentialId } from "../../foundation/kernel/ids.js";
import { memoryPorts, stillClock } from "../../memory/index.js";
import type { Ports } from "../../ports.js";
import { anImportRow, bundleOf, patientTexts, readList, readTrail } from "../../testing/index.js";

const place = { kind: "location", id: 1, location_name: "Main Street", external_location_ids: ["L-1"] };
const provider = { kind: "provider", id: 10, name: "Dr. Ada Quill", external_provider_ids: ["P-10"] };
const call = { id: "CAL1", customer_phone_number: "(801) 555-0142", tracking_phone_number: "+18015550100" };
const calls = [{ ...call, start_time: "2026-03-02T09:00:00-07:00", duration: 60 }];

describe("the undo of a file that was sent over HTTP", () => {
  const clock = stillClock();
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    ports = memoryPorts({ clock });
    domain = createDomain(ports);
    ({ id: account } = await domain.accounts.create({ key: "acme", name: "Acme" }));
    await domain.bundle.load(account, bundleOf([place, provider]));
  });

  const office = async (of = account) => {
    const { token } = await domain.access.createToken(of, { kind: "office" });
    return domain.access.authenticate("office", token);
  };
  async function* bodyOf(lines: readonly object[]): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  const queue = async (kind: UploadKind, lines: readonly object[], parameters = {}) =>
    (await domain.loads.send(bodyOf(lines), { kind, parameters }, { by: await office() })).id;
  const load = async (...file: Parameters<typeof queue>) => {
    const id = await queue(...file);
    await domain.loads.work();
    return id;
  };
  const conversions = async () => (await readList(ports.storage, account, "conversions")).items;

  it("removes what an import of appointments stored, and says what it would remove", async () => {
    const id = await load("appointments", [anImportRow()]);
    const by = await office();
    const result = {
      run: { import_id: 1 },
      removed: { appointments: 1 },
      restored: { appointments: 0 },
      remaining: [],
    };
    const found = { ...result, undone_before: false };
    const dry = await domain.loads.undo(id, { by, dryRun: true });
    expect(dry).toMatchObject({ ...found, undone: false, run: { appointment_captured: 1 } });
    expect(await domain.loads.undo(id, { by })).toMatchObject({ ...found, undone: true });
    expect(await domain.loads.undo(id, { by })).toMatchObject({ ...result, undone: true, undone_before: true });
    expect(await domain.imports.attempt(account, 1)).toMatchObject({ run: { appointment_captured: 0 } });
  });

  it("removes the calls and the rows of patient files, once", async () => {
    const ids = [await load("calls", calls), await load("patients", [patientTexts("OASCAHPS")], { type: "OASCAHPS" })];
    const by = await office();
    const results = [
      { import_id: 1, removed: 1, restored: 0, remaining: [] },
      { file_id: 1, download_status: "Failed", removed_visits: 1, restored: [] },
    ];
    for (const [index, id] of ids.entries()) {
      const dry = await domain.loads.undo(id, { by, dryRun: true });
      expect(dry).toMatchObject({ ...results[index], undone: false });
      expect(await domain.loads.undo(id, { by })).toEqual({ ...dry, undone: true });
      await expect(domain.loads.undo(id, { by })).rejects.toMatchObject({ kind: "conflict", code: "already_undone" });
    }
    expect(await conversions()).toEqual([]);
  });

  it("is recorded with the token and the request", async () => {
    const by = { ...(await office()), origin: { requestId: "r-1" } };
    const sent = [await load("appointments", [anImportRow()]), await load("calls", calls)];
    for (const id of sent) await domain.loads.undo(id, { by });
    await domain.loads.undo(await load("calls", [{ ...calls[0], id: "CAL2" }]), { by, dryRun: true });
    await expect(domain.loads.undo(2, { by })).rejects.toThrow();
    const actor = { actor: "office", actorId: String(by.id), origin: { requestId: "r-1" } };
    const records = (await readTrail(ports.storage, account)).filter(({ action }) => action.startsWith("undo_"));
    expect(records).toMatchObject([
      { ...actor, action: "undo_import", outcome: "ok", origin: { requestId: "r-1", importRun: 1 } },
      { ...actor, action: "undo_call_import", subject: "call import 1", outcome: "ok" },
      { ...actor, action: "undo_call_import", subject: "call import 1", outcome: "already_undone" },
    ]);
  });

  it("is refused for files that imported nothing, and for kinds without undo", async () => {
    const refused = [
      [await load("bundle", [place]), /only imports of appointments, calls, patients .* of the kind bundle$/],
      [await load("calls", [{ id: "CAL1" }]), /it failed, and stored nothing$/],
      [await load("calls", calls, { dry_run: "true" }), /it only checked the file, and stored nothing$/],
      [await load("appointments", [anImportRow()], { explain: "true" }), /it only checked the file/],
      [await load("appointments", [anImportRow()], { test: "true" }), /it was a test/],
    ] as const;
    const by = await office();
    for (const [id, message] of refused) {
      const undo = domain.loads.undo(id, { by });
      await expect(undo).rejects.toMatchObject({ code: "undo_refused", message: expect.stringMatching(message) });
    }
    const queued = await queue("appointments", [anImportRow()]);
    await expect(domain.loads.undo(queued, { by })).rejects.toMatchObject({ code: "load_not_ended" });
  });

  it("is refused for the files of other accounts and of other callers that see only their own", async () => {
    const id = await load("calls", calls);
    const { id: other } = await domain.accounts.create({ key: "other", name: "Other" });
    const host = { account, kind: "host" as const, id: "7" as never };
    for (const by of [await office(other), host]) {
      await expect(domain.loads.undo(id, { by })).rejects.toMatchObject({ code: "load_not_found" });
    }
    expect(await conversions()).toHaveLength(1);
  });

  it("is refused if the token is revoked or the account is disabled after the caller was authenticated", async () => {
    const ids = [
      await load("appointments", [anImportRow()]),
      await load("calls", calls),
      await load("patients", [patientTexts("OASCAHPS")], { type: "OASCAHPS" }),
    ];
    const [revoked, by] = [await office(), await office()];
    await domain.access.changeToken(revoked.id as CredentialId, "revoke");
    for (const id of ids) {
      await expect(domain.loads.undo(id, { by: revoked })).rejects.toMatchObject({ kind: "unauthenticated" });
    }
    await domain.accounts.setDisabled("acme", true);
    for (const id of ids) {
      await expect(domain.loads.undo(id, { by })).rejects.toMatchObject({ kind: "unauthenticated" });
    }
    await domain.accounts.setDisabled("acme", false);
    expect(await conversions()).toHaveLength(1);
    for (const id of ids) expect(await domain.loads.undo(id, { by })).toMatchObject({ undone: true });
  });

  it("is completed if the token is revoked after it began", async () => {
    const id = await load("appointments", [anImportRow()]);
    const by = await office();
    const { transact } = ports.storage;
    let units = 0;
    const counted: Ports["storage"]["transact"] = async (...unit) => {
      units += 1;
      if (units === 2) await domain.access.changeToken(by.id as CredentialId, "revoke");
      return transact(...unit);
    };
    const racing = createDomain({ ...ports, storage: { ...ports.storage, transact: counted } });
    expect(await racing.loads.undo(id, { by })).toMatchObject({ undone: true, removed: { appointments: 1 } });
  });

  it("happens once if two people ask for it at the same time", async () => {
    const [runs, callsId] = [await load("appointments", [anImportRow()]), await load("calls", calls)];
    const by = await office();
    const twice = (id: number) => Promise.allSettled([1, 2].map(() => domain.loads.undo(id, { by })));
    const removed = { status: "fulfilled", value: { undone: true, removed: { appointments: 1 } } };
    expect(await twice(runs)).toMatchObject([removed, removed]);
    expect((await twice(callsId)).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const records = (await readTrail(ports.storage, account)).filter(({ outcome }) => outcome === "ok");
    expect(records.filter(({ action }) => action.startsWith("undo_"))).toHaveLength(2);
  });
});
