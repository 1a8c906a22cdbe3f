import { expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import { noPartners } from "./no-partners.js";

it("a host without partners rejects clients and access tokens and accepts its own tokens", async () => {
  const domain = createDomain({ ...memoryPorts(), ...noPartners });
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  const client = { name: "warehouse", jwkUrl: "https://partner.example/jwks.json" };
  await expect(domain.access.registerClient(id, client)).rejects.toMatchObject({ code: "signed_assertions_off" });
  await expect(domain.access.authenticateBearer("v2-data", "x.y.z")).rejects.toMatchObject({ kind: "unauthenticated" });
  const { token } = await domain.access.createToken(id, { kind: "api-token" });
  await expect(domain.access.authenticate("v2-data", token)).resolves.toMatchObject({ account: id });
});
