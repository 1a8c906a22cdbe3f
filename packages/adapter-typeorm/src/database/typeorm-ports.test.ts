import { describe, expect, it } from "@jest/globals";
import { createDomain, noPartners } from "@repute/domain";
import { freshDatabase } from "../../test/fresh-database.js";
import { nodeSecrets } from "./node-secrets.js";
import { systemClock } from "./system-clock.js";
import { typeormPorts } from "./typeorm-ports.js";

describe("the ports of an open database", () => {
  const open = freshDatabase();

  it("provide all ports that the domain needs", async () => {
    const domain = createDomain({ ...typeormPorts(open.database), ...noPartners });
    const {
      token,
      credential: { id, kind },
    } = await domain.access.createToken(open.account, { kind: "api-token" });
    const caller = await domain.access.authenticate("v2-data", token);
    expect(caller).toEqual({ account: open.account, id, kind, isUseStale: true });
  });

  it("compute standard hashes and different random bytes each time", () => {
    expect(nodeSecrets.sha256("é")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
    expect(nodeSecrets.randomBytes(32)).toHaveLength(32);
    expect(nodeSecrets.randomBytes(32)).not.toEqual(nodeSecrets.randomBytes(32));
  });

  it("return the time of this machine", () => {
    const before = Date.now();
    expect(systemClock()).toBeGreaterThanOrEqual(before);
    expect(systemClock()).toBeLessThanOrEqual(Date.now());
  });
});
