import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import type { CallFile } from "../../subjects/calls/tracked-call.js";
import { bundleOf } from "../../testing/builders.js";
import { readTrail } from "../../testing/fresh-storage.js";
import { invalid } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/times.js";
import { originText } from "./audit-trail.js";

describe("reading the audit trail", () => {
  const clock = stillClock();
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    ports = memoryPorts({ clock });
    domain = createDomain(ports);
    account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  });

  const location = { kind: "location", id: 1, location_name: "Main", external_location_ids: [] };
  const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
  const calls: CallFile = {
    async *read() {
      const phones = { customer_phone_number: "(801) 555-0142", tracking_phone_number: "+18015550100" };
      const cells = { id: "CAL1", ...phones, start_time: "2026-03-02T09:00:00-07:00", duration: 60 };
      yield [{ row: 1, form: "json", cells }];
    },
  };
  const operator = { at: clock(), actor: "operator", actorId: null, subject: null, filters: [], outcome: "ok" };

  describe("the audit trail of an account", () => {
    it("begins with a single record of its creation", async () => {
      await expect(domain.accounts.create({ key: "acme", name: "Again" })).rejects.toMatchObject({ kind: "conflict" });
      for await (const records of await domain.audit.read("acme", 0 as Instant)) {
        expect(records).toEqual([{ ...operator, action: "create_account", rows: null }]);
      }
    });

    it("records operators' actions with the number of changed rows", async () => {
      await domain.bundle.load(account, bundleOf([location, platform]));
      await domain.conversions.importCalls(account, calls);
      await domain.feed.rebuild(account);
      await domain.accounts.setDisabled("acme", true);
      await domain.accounts.setDisabled("acme", false);
      expect(await readTrail(ports.storage, account)).toEqual([
        { ...operator, action: "load_bundle", rows: 2 },
        { ...operator, action: "import_calls", subject: "call import 1", rows: 1 },
        { ...operator, action: "rebuild_feed", rows: null },
        { ...operator, action: "disable_account", rows: null },
        { ...operator, action: "enable_account", rows: null },
      ]);
    });

    it("records the names of the settings that a bundle changed, but not their values", async () => {
      const settings = { kind: "account", time_zone: "America/Denver", value_new_patient: "250.00" };
      await domain.bundle.load(account, bundleOf([settings]));
      await domain.bundle.load(account, bundleOf([{ ...settings, currency: "USD" }]));
      expect(await readTrail(ports.storage, account)).toMatchObject([
        { ...operator, action: "change_account", subject: "settings timeZone, valueNewPatient", rows: null },
        { action: "load_bundle", rows: 1 },
        { action: "load_bundle", rows: 0 },
      ]);
    });

    it("omits dry runs, and records a failed load with its error code", async () => {
      await domain.bundle.load(account, bundleOf([location]), { dryRun: true });
      await domain.conversions.importCalls(account, calls, { dryRun: true });
      await expect(domain.bundle.load(account, bundleOf([{ kind: "location", id: 0 }]))).rejects.toThrow();
      await expect(domain.accounts.create({ key: "acme", name: "Again" })).rejects.toMatchObject({ kind: "conflict" });
      expect(await readTrail(ports.storage, account)).toMatchObject([
        { ...operator, action: "load_bundle", outcome: "bundle_invalid", rows: null },
      ]);
    });
  });
});

describe("failed commands", () => {
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    ports = { ...memoryPorts(), operator: () => ({ osUser: "ada" }) };
    domain = createDomain(ports);
    account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  });
  const last = async () => (await readTrail(ports.storage, account)).at(-1);
  const unreadable = {
    async *read(): AsyncGenerator<never> {
      throw invalid("not_a_table", "the file is not a table");
    },
  };

  it("are recorded with their error code and the user of the operating system", async () => {
    await expect(domain.bundle.load(account, bundleOf([{ kind: "review", id: 1 }]))).rejects.toThrow();
    expect(await last()).toMatchObject({
      ...{ actor: "operator", action: "load_bundle", outcome: "bundle_invalid", origin: { osUser: "ada" } },
    });
    await expect(domain.conversions.importCalls(account, unreadable)).rejects.toThrow("not a table");
    expect(await last()).toMatchObject({ action: "import_calls", outcome: "not_a_table" });
    await expect(domain.imports.run(account, unreadable, { connection: "nowhere" })).rejects.toThrow();
    expect(await last()).toMatchObject({
      ...{ action: "import_appointments", origin: { osUser: "ada", connection: "nowhere" } },
    });
  });

  it("are not recorded if they are dry runs", async () => {
    await expect(
      domain.bundle.load(account, bundleOf([{ kind: "review", id: 1 }]), { dryRun: true }),
    ).rejects.toThrow();
    expect(await last()).toBeUndefined();
  });

  it("are recorded as internal errors if the error is unexpected", async () => {
    const broken = {
      read: () => {
        throw new Error("secret");
      },
    };
    await expect(domain.conversions.importCalls(account, broken)).rejects.toThrow("secret");
    expect(await last()).toMatchObject({ outcome: "internal_error" });
  });
});

describe("strings of an origin", () => {
  it("are plain text of at most 200 characters", () => {
    expect(originText("curl\u0007/8.5\u202e")).toBe("curl /8.5");
    expect(originText("a".repeat(300))).toHaveLength(200);
    expect(originText("\u0000")).toBeUndefined();
  });
});
