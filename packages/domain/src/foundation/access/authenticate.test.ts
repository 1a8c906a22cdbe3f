import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import { type TokenKind, tokenKinds } from "../accounts/audit-trail.js";
import type { AccountId } from "../kernel/ids.js";
import { day, hour, type Instant, plus } from "../kernel/times.js";
import { noPartners } from "./access-ports.js";
import { type Audience, audiences, type HostUser, type Refusal, refusalOf } from "./authenticate.js";

describe("access", () => {
  const clock = stillClock();
  const start = clock();
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    clock.set(start);
    domain = createDomain(memoryPorts({ clock }));
    account = (await domain.accounts.create({ key: "acme", name: "Acme Dental" })).id;
  });

  const tokenOf = (kind: TokenKind, expiresAt?: Instant) =>
    domain.access.createToken(account, { kind, ...(expiresAt !== undefined && { expiresAt }) });

  describe("access by audience and kind of credential", () => {
    const open: readonly (readonly [Audience, TokenKind])[] = [
      ["v1-data", "account-key"],
      ["v2-data", "api-token"],
      ["users", "account-key"],
      ["submissions", "api-token"],
      ["submissions", "web-forms"],
      ["loads", "loader"],
      ["loads", "office"],
      ["v2-data", "office"],
      ["office", "office"],
    ];
    const pairs = audiences.flatMap((audience) => tokenKinds.map((kind) => [audience, kind] as const));

    it.each(pairs)("matches the table for %s and %s", async (audience, kind) => {
      const { token, credential } = await tokenOf(kind);
      const requested = domain.access.authenticate(audience, token);
      if (open.some(([opened, key]) => opened === audience && key === kind)) {
        const { id } = credential;
        expect(await requested).toEqual({ account, kind, id, isUseStale: true, catalogVersion: expect.any(String) });
      } else {
        await expect(requested).rejects.toMatchObject({
          kind: "unauthenticated",
          cause: { reason: "wrong_kind_of_token" },
        });
      }
    });
  });

  describe("authenticate", () => {
    const refusal = (token: string | undefined, audience: Audience = "v2-data") =>
      domain.access.authenticate(audience, token).then(
        () => undefined,
        (error: { cause: Refusal; message: string }) => [error.cause.reason, error.message],
      );
    const sentence = "The OAuth access token is invalid or expired";

    it("rejects missing, malformed and unknown tokens with the same message and keeps the reason private", async () => {
      const { token } = await tokenOf("api-token");
      const stranger = createDomain(memoryPorts({ clock }));
      expect(await refusal(undefined)).toEqual(["no_credential", sentence]);
      expect(await refusal("nonsense")).toEqual(["malformed_token", sentence]);
      expect(await refusal(`${token.slice(0, -1)}-`)).toEqual(["malformed_token", sentence]);
      await expect(stranger.access.authenticate("v2-data", token)).rejects.toMatchObject({
        cause: { reason: "unknown_token" },
      });
      expect(await refusal(undefined, "v1-data")).toEqual(["no_credential", "The API key is invalid"]);
    });

    it("identifies the rejected caller if the token exists", async () => {
      const { token, credential } = await tokenOf("web-forms");
      await expect(domain.access.authenticate("v1-data", token)).rejects.toMatchObject({
        cause: { principal: { account, kind: "web-forms", id: credential.id } },
      });
    });

    it("rejects a token from its expiry on", async () => {
      const { token } = await tokenOf("api-token", plus(start, day));
      clock.set(start + day - 1);
      expect(await refusal(token)).toBeUndefined();
      clock.set(start + day);
      expect(await refusal(token)).toEqual(["token_not_usable", sentence]);
    });

    it("rejects a disabled token until it is enabled again", async () => {
      const { token, credential } = await tokenOf("api-token");
      await domain.access.changeToken(credential.id, "disable");
      expect(await refusal(token)).toEqual(["token_not_usable", sentence]);
      await domain.access.changeToken(credential.id, "enable");
      expect(await refusal(token)).toBeUndefined();
    });

    it("rejects a revoked token permanently", async () => {
      const { token, credential } = await tokenOf("api-token");
      await domain.access.changeToken(credential.id, "revoke");
      await expect(domain.access.changeToken(credential.id, "enable")).rejects.toMatchObject({ code: "token_revoked" });
      expect(await refusal(token)).toEqual(["token_not_usable", sentence]);
    });

    it("rejects all tokens of a disabled account", async () => {
      const { token } = await tokenOf("account-key");
      await domain.accounts.setDisabled("acme", true);
      expect(await refusal(token, "v1-data")).toEqual(["account_disabled", "The API key is invalid"]);
      await domain.accounts.setDisabled("acme", false);
      expect(await refusal(token, "v1-data")).toBeUndefined();
    });

    it("reports the time of the last use as stale at most once per hour", async () => {
      const { token } = await tokenOf("api-token");
      const first = await domain.access.authenticate("v2-data", token);
      expect(first.isUseStale).toBe(true);
      await domain.access.noteUse(first);
      clock.set(start + hour - 1);
      expect((await domain.access.authenticate("v2-data", token)).isUseStale).toBe(false);
      clock.set(start + hour);
      expect((await domain.access.authenticate("v2-data", token)).isUseStale).toBe(true);
    });
  });

  describe("tokens", () => {
    it("are listed for their account only, without the secret", async () => {
      const { credential, token } = await tokenOf("web-forms");
      await domain.accounts.create({ key: "other", name: "Other" });
      expect(await domain.access.listTokens("acme")).toEqual([credential]);
      expect(JSON.stringify(await domain.access.listTokens("acme"))).not.toContain(token);
      expect(await domain.access.listTokens("other")).toEqual([]);
    });

    it("are named after their kind by default", async () => {
      expect((await tokenOf("web-forms")).credential.name).toBe("web-forms");
      const named = await domain.access.createToken(account, { kind: "api-token", name: "warehouse" });
      expect(named.credential.name).toBe("warehouse");
    });

    it("cannot expire in the past", async () => {
      await expect(tokenOf("api-token", start)).rejects.toMatchObject({ kind: "invalid", code: "already_expired" });
    });

    it("cannot be changed if they do not exist", async () => {
      await expect(domain.access.changeToken(404 as never, "revoke")).rejects.toMatchObject({
        code: "token_not_found",
      });
    });
  });
});

describe("users of the host application", () => {
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

    it("is rejected with the same message, unless the host knows the user but does not permit the access", async () => {
      const message = "The OAuth access token is invalid or expired";
      const rejected = { kind: "unauthenticated", code: "access_token_invalid", message };
      await expect(authenticate("v2-data", { account: 999 })).rejects.toMatchObject(rejected);
      await expect(authenticate("v2-data", { audiences: [] })).rejects.toMatchObject({
        ...{ kind: "forbidden", code: "not_permitted" },
        message: "the user is not permitted to use this part of the API",
      });
      await domain.accounts.setDisabled("acme", true);
      await expect(authenticate("v2-data")).rejects.toMatchObject(rejected);
    });

    it("is rejected with an error for the operator if the account is unknown or disabled", async () => {
      const unknown = await refusal("v2-data", { account: 999 });
      expect(unknown).toEqual({
        reason: "unknown_account",
        error: new Error("the host named the unknown account 999"),
      });
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
});

it("a host without partners rejects clients and access tokens and accepts its own tokens", async () => {
  const domain = createDomain({ ...memoryPorts(), ...noPartners });
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  const client = { name: "warehouse", jwkUrl: "https://partner.example/jwks.json" };
  await expect(domain.access.registerClient(id, client)).rejects.toMatchObject({ code: "signed_assertions_off" });
  await expect(domain.access.authenticateBearer("v2-data", "x.y.z")).rejects.toMatchObject({ kind: "unauthenticated" });
  const { token } = await domain.access.createToken(id, { kind: "api-token" });
  await expect(domain.access.authenticate("v2-data", token)).resolves.toMatchObject({ account: id });
});
