import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { memoryPorts } from "../../memory/index.js";
import type { Audience } from "./audience.js";
import type { HostUser } from "./authenticate-host-user.js";
import { refusalOf } from "./refusal.js";

let domain: ReturnType<typeof createDomain>;
let user: HostUser;
beforeEach(async () => {
  domain = createDomain(memoryPorts());
  const { id: account } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  user = { account, id: "ada" };
});
const authenticate = (audience: Audience, changes: object = {}) =>
  domain.access.authenticateHostUser(audience, { ...user, ...changes });
const refusal = (audience: Audience, changes: object = {}) =>
  authenticate(audience, changes).then(() => undefined, refusalOf);

describe("a user whom the host has authenticated", () => {
  it("is a caller of the kind host", async () => {
    const caller = await authenticate("v2-data");
    expect(caller).toMatchObject({ account: user.account, kind: "host", id: "ada", isUseStale: false });
  });

  it("may read lists, and may write only if the host permits it", async () => {
    await expect(authenticate("v1-data")).resolves.toBeDefined();
    for (const audience of ["users", "submissions"] as const) {
      expect(await refusal(audience)).toMatchObject({ reason: "not_permitted", principal: { id: "ada" } });
      await expect(authenticate(audience, { audiences: [audience] })).resolves.toMatchObject({ kind: "host" });
    }
    expect(await refusal("v2-data", { audiences: ["users"] })).toMatchObject({ reason: "not_permitted" });
  });

  it("is rejected with the same message for every reason", async () => {
    const message = "The OAuth access token is invalid or expired";
    const rejected = { kind: "unauthenticated", code: "access_token_invalid", message };
    await expect(authenticate("v2-data", { account: 999 })).rejects.toMatchObject(rejected);
    await expect(authenticate("v2-data", { audiences: [] })).rejects.toMatchObject(rejected);
    await domain.accounts.setDisabled("acme", true);
    await expect(authenticate("v2-data")).rejects.toMatchObject(rejected);
  });

  it("is rejected with an error for the operator if the account is unknown or disabled", async () => {
    const unknown = await refusal("v2-data", { account: 999 });
    expect(unknown).toEqual({ reason: "unknown_account", error: new Error("the host named the unknown account 999") });
    await domain.accounts.setDisabled("acme", true);
    expect(await refusal("v2-data")).toMatchObject({ reason: "account_disabled", principal: { kind: "host" } });
    await domain.accounts.setDisabled("acme", false);
    await expect(authenticate("v2-data")).resolves.toBeDefined();
  });

  it.each([
    { account: "1" },
    { account: 0 },
    { account: undefined },
    { id: 7 },
    { id: "" },
    { id: "a\nb" },
    { id: "a".repeat(201) },
    { audiences: "users" },
  ])("is an error of the host with %j", async (changes) => {
    await expect(authenticate("v2-data", changes)).rejects.toThrow(TypeError);
  });
});
