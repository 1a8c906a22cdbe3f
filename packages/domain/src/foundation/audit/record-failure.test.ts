import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { bundleOf } from "../../testing/builders.js";
import { readTrail } from "../../testing/fresh-storage.js";
import { invalid } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import { originText } from "./audit-record.js";

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
