import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { readTrail } from "../../testing/fresh-storage.js";
import type { AccountId } from "../kernel/ids.js";

const clock = stillClock();
let ports: Ports;
let domain: Domain;
let account: AccountId;
beforeEach(async () => {
  ports = memoryPorts({ clock });
  domain = createDomain(ports);
  account = (await domain.accounts.create({ key: "acme", name: "Acme Dental" })).id;
});

const register = (name = "warehouse", jwkUrl = "https://partner.example/jwks.json") =>
  domain.access.registerClient(account, { name, jwkUrl });

describe("clients", () => {
  it("get a new id when registered", async () => {
    const client = await register(" warehouse ");
    const details = { account, name: "warehouse", jwkUrl: "https://partner.example/jwks.json", createdAt: clock() };
    expect(client).toEqual({ ...details, clientId: client.clientId, disabled: false, revoked: false });
    expect(client.clientId).toMatch(/^rpc_[0-9A-Za-z]{22}$/);
    expect((await register()).clientId).not.toBe(client.clientId);
  });

  it("are rejected if their key URL is not a public https URL, with the checker's message", async () => {
    const refusal = { kind: "invalid", code: "jwk_url_not_allowed" };
    await expect(register("warehouse", "http://partner.example")).rejects.toMatchObject(refusal);
    expect(await domain.access.listClients("acme")).toEqual([]);
  });

  it("must have a name", async () => {
    await expect(register(" ")).rejects.toMatchObject({ kind: "invalid", code: "invalid_client_name" });
  });

  it("are listed oldest first, for their account only", async () => {
    const [first, second] = [await register("a"), await register("b")];
    await domain.accounts.create({ key: "other", name: "Other" });
    expect(await domain.access.listClients("acme")).toEqual([first, second]);
    expect(await domain.access.listClients("other")).toEqual([]);
    await expect(domain.access.listClients("nobody")).rejects.toMatchObject({ code: "account_not_found" });
  });

  it("can be disabled, enabled and permanently revoked", async () => {
    const { clientId } = await register();
    expect(await domain.access.changeClient(clientId, "disable")).toMatchObject({ disabled: true, revoked: false });
    expect(await domain.access.changeClient(clientId, "enable")).toMatchObject({ disabled: false });
    expect(await domain.access.changeClient(clientId, "revoke")).toMatchObject({ revoked: true });
    await expect(domain.access.changeClient(clientId, "enable")).rejects.toMatchObject({ code: "client_revoked" });
    expect(await domain.access.listClients("acme")).toMatchObject([{ clientId, revoked: true }]);
  });

  it("cannot be changed if they do not exist", async () => {
    await expect(domain.access.changeClient("rpc_x", "revoke")).rejects.toMatchObject({ code: "client_not_found" });
  });
});

describe("the audit trail", () => {
  it("records granted and removed access, and no rejected requests", async () => {
    const { clientId } = await register();
    await register("x", "http://partner.example").catch(() => undefined);
    await domain.access.changeClient(clientId, "disable");
    const { credential } = await domain.access.createToken(account, { kind: "api-token" });
    await domain.access.changeToken(credential.id, "revoke");
    const done = (action: string, subject: string) => ({
      ...{ at: clock(), actor: "operator", actorId: null, action, subject },
      ...{ filters: [], rows: null, outcome: "ok" },
    });
    expect(await readTrail(ports.storage, account)).toEqual([
      done("register_client", `client ${clientId}`),
      done("disable_client", `client ${clientId}`),
      done("create_token", `token ${credential.id}`),
      done("revoke_token", `token ${credential.id}`),
    ]);
  });

  it("is read by the account's key, starting at a given time", async () => {
    await register();
    const read = async (since: number) => {
      const records = [];
      for await (const some of await domain.audit.read("acme", since as ReturnType<typeof clock>))
        records.push(...some);
      return records.length;
    };
    expect([await read(clock()), await read(clock() + 1)]).toEqual([2, 0]);
    await expect(domain.audit.read("nobody", clock())).rejects.toMatchObject({ code: "account_not_found" });
  });
});
