import { beforeEach, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";

let ports: Ports;
let domain: Domain;
beforeEach(() => {
  ports = memoryPorts();
  domain = createDomain(ports);
});

it("a new account has the given time zone, or UTC", async () => {
  const { id: plain } = await domain.accounts.create({ key: "plain", name: "Plain" });
  const { id: west } = await domain.accounts.create({ key: "west", name: "West", timeZone: "America/Denver" });
  const zone = (id: typeof west) => ports.storage.read(id, async ({ settings }) => (await settings.read(id)).timeZone);
  expect([await zone(plain), await zone(west)]).toEqual(["UTC", "America/Denver"]);
});

it("accounts are listed by key and found by key", async () => {
  await domain.accounts.create({ key: "zenith", name: "Zenith" });
  const acme = await domain.accounts.create({ key: "acme", name: " Acme Dental " });
  expect((await domain.accounts.list()).map(({ key }) => key)).toEqual(["acme", "zenith"]);
  expect(await domain.accounts.byKey("acme")).toEqual(acme);
  expect(acme).toMatchObject({ name: "Acme Dental", disabled: false });
});

it("a duplicate key is rejected", async () => {
  await domain.accounts.create({ key: "acme", name: "Acme" });
  await expect(domain.accounts.create({ key: "acme", name: "Again" })).rejects.toMatchObject({
    code: "account_key_taken",
  });
});

it.each(["", "Acme", "a b", "-a", "a-", "a_b", "a".repeat(64), "é"])("%j is rejected as a key", async (key) => {
  await expect(domain.accounts.create({ key, name: "Acme" })).rejects.toMatchObject({ code: "invalid_account_key" });
});

it("an account requires a name and an existing time zone", async () => {
  await expect(domain.accounts.create({ key: "a", name: " " })).rejects.toMatchObject({ code: "invalid_account_name" });
  const nowhere = domain.accounts.create({ key: "a", name: "A", timeZone: "Mars/Olympus" });
  await expect(nowhere).rejects.toThrow("the time zone must be an IANA name such as America/Denver");
});

it("an unknown key is not found", async () => {
  await expect(domain.accounts.byKey("nobody")).rejects.toMatchObject({ kind: "not_found", code: "account_not_found" });
  await expect(domain.accounts.setDisabled("nobody", true)).rejects.toMatchObject({ code: "account_not_found" });
});
