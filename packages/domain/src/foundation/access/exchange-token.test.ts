import { beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { readTrail } from "../../testing/fresh-storage.js";
import { goodAssertion, hostileAssertions, memoryClient } from "../../testing/hostile-input.js";
import { unavailable } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/times.js";
import type { AccessClaims, Client, Scope } from "./access-ports.js";
import { type Audience, audiences, type Refusal } from "./authenticate.js";
import { assertionType, readAssertion, type TokenRequest } from "./exchange-token.js";

describe("exchanging an assertion for a token", () => {
  const baseUrl = "https://repute.example";
  const tokenUrl = `${baseUrl}/oauth/token`;
  const clock = stillClock();
  const start = clock();
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  let client: Client;
  beforeEach(async () => {
    clock.set(start);
    ports = memoryPorts({ clock });
    domain = createDomain(ports, { baseUrl });
    account = (await domain.accounts.create({ key: "acme", name: "Acme Dental" })).id;
    client = await domain.access.registerClient(account, { name: "warehouse", jwkUrl: "https://partner.example" });
  });

  const maker = (jti?: string) => memoryClient(client, { tokenUrl, now: clock(), ...(jti !== undefined && { jti }) });
  const requested = (clientAssertion: string): TokenRequest => ({
    grantType: "client_credentials",
    clientAssertionType: assertionType,
    clientAssertion,
  });
  const exchange = (text = goodAssertion(maker()), by = domain) => by.access.exchangeToken(requested(text));
  const refusal = async (text?: string, by = domain) =>
    exchange(text, by).then(
      () => undefined,
      ({ kind, code, message, cause }: { kind: string; code: string; message: string; cause: Refusal }) => {
        expect({ kind, code, message }).toEqual({
          kind: "unauthenticated",
          code: "client_authentication_failed",
          message: "Client authentication failed",
        });
        return cause;
      },
    );

  describe("the scope of a token", () => {
    const audiences = ["v2-data", "submissions", "users"] as const;
    const register = async (...scopes: Scope[]) => {
      const wanted = { name: "booking", jwkUrl: "https://partner.example" };
      client = await domain.access.registerClient(account, { ...wanted, ...(scopes.length > 0 && { scopes }) });
    };
    let count = 0;
    const issued = (scope?: string) => {
      const request = requested(goodAssertion(maker(`scope-${++count}`)));
      return domain.access.exchangeToken({ ...request, ...(scope !== undefined && { scope }) });
    };
    const entered = (token: string) =>
      Promise.all(
        audiences.map((audience) =>
          domain.access.authenticateBearer(audience, token).then(
            () => "in",
            ({ kind, code }: { kind: string; code: string }) => `${kind} ${code}`,
          ),
        ),
      );
    const out = "forbidden insufficient_scope";

    it("covers all scopes of the client by default", async () => {
      expect(await entered((await issued()).accessToken)).toEqual(["in", out, out]);
      await register("users.manage", "submissions.write", "submissions.write");
      expect(client.scopes).toEqual(["submissions.write", "users.manage"]);
      const { accessToken, scope } = await issued();
      expect(scope).toBe("submissions.write users.manage");
      expect(await entered(accessToken)).toEqual([out, "in", "in"]);
      await expect(domain.access.authenticateBearer("v1-data", accessToken)).rejects.toMatchObject({
        kind: "unauthenticated",
      });
    });

    it("is limited to the wanted scopes", async () => {
      await register("data-sync.read", "submissions.write");
      const { accessToken, scope } = await issued(" submissions.write  submissions.write ");
      expect(scope).toBe("submissions.write");
      expect(await entered(accessToken)).toEqual([out, "in", out]);
      expect((await issued("")).scope).toBe("data-sync.read submissions.write");
      for (const wrong of ["users.manage", "submissions.write users.manage", "submission.write", "data-sync.read *"]) {
        await expect(issued(wrong)).rejects.toMatchObject({ kind: "invalid", code: "invalid_scope" });
      }
    });

    it("ignores scopes of other services if the client can only read lists, as in earlier versions", async () => {
      expect((await issued("system/*.read")).scope).toBe("data-sync.read");
      await expect(issued("system/*.read users.manage")).rejects.toMatchObject({ code: "invalid_scope" });
    });

    it("that the client lacks does not use up the assertion", async () => {
      const request = requested(goodAssertion(maker("kept")));
      await expect(domain.access.exchangeToken({ ...request, scope: "users.manage" })).rejects.toMatchObject({
        code: "invalid_scope",
      });
      await expect(domain.access.exchangeToken(request)).resolves.toMatchObject({ scope: "data-sync.read" });
    });

    it("does not outlive a client or its account", async () => {
      await register("submissions.write", "users.manage");
      const { accessToken } = await issued();
      const rejected = "unauthenticated api_key_invalid";
      const closed = ["unauthenticated access_token_invalid", rejected, rejected];
      await domain.accounts.setDisabled("acme", true);
      expect(await entered(accessToken)).toEqual(closed);
      await domain.accounts.setDisabled("acme", false);
      expect(await entered(accessToken)).toEqual([out, "in", "in"]);
      await domain.access.changeClient(client.clientId, "revoke");
      expect(await entered(accessToken)).toEqual(closed);
    });

    it("is data-sync.read if an earlier version issued the token", async () => {
      await register("data-sync.read", "users.manage");
      const { scope: _, ...claims } = ports.accessTokens.verify((await issued()).accessToken) as AccessClaims;
      expect(await entered(ports.accessTokens.sign(claims))).toEqual(["in", out, out]);
    });

    it("must be one or more known scopes", async () => {
      const wanted = { name: "x", jwkUrl: "https://partner.example" };
      for (const scopes of [[], ["admin" as Scope]]) {
        await expect(domain.access.registerClient(account, { ...wanted, scopes })).rejects.toMatchObject({
          code: "invalid_scope",
        });
      }
    });
  });

  describe("exchanging an assertion", () => {
    it("rejects a client_id of another client, without using up the assertion", async () => {
      const text = goodAssertion(maker());
      const named = (clientId: string) => domain.access.exchangeToken({ ...requested(text), clientId });
      for (const other of ["", "rpc_other"]) {
        await expect(named(other)).rejects.toMatchObject({ cause: { reason: "wrong_client_id" } });
      }
      await expect(named(client.clientId)).resolves.toMatchObject({ expiresIn: 300 });
    });

    it("stores a fractional time of expiry", async () => {
      const { iat, exp } = { iat: clock() / 1_000 - 0.5, exp: clock() / 1_000 + 299.4999 };
      const text = goodAssertion(maker("f"), {}, { iat, exp });
      await expect(exchange(text)).resolves.toMatchObject({ expiresIn: 300 });
      expect(await refusal(text)).toMatchObject({ reason: "replayed" });
    });

    it("returns a token that is valid for its stated lifetime", async () => {
      clock.set(start + 1);
      const { accessToken, expiresIn, scope } = await exchange();
      expect({ expiresIn, scope }).toEqual({ expiresIn: 300, scope: "data-sync.read" });
      const enter = () => domain.access.authenticateBearer("v2-data", accessToken);
      expect(await enter()).toMatchObject({ account, kind: "access-token", id: client.clientId, isUseStale: false });
      clock.set(start + 1 + 300_000);
      await expect(enter()).resolves.toMatchObject({ account });
      clock.set(start + 301_000);
      await expect(enter()).rejects.toMatchObject({
        cause: { reason: "token_expired", principal: { id: client.clientId } },
      });
    });

    it("returns a token with issuer, audience, client, account and times", async () => {
      const claims = ports.accessTokens.verify((await exchange()).accessToken);
      const iat = start / 1_000;
      const accessClaims = { iss: baseUrl, aud: baseUrl, sub: client.clientId, acc: account, iat, exp: iat + 300 };
      expect(claims).toEqual({
        ...accessClaims,
        scope: "data-sync.read",
        jti: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      });
      expect(ports.accessTokens.verify((await exchange(goodAssertion(maker("a-2")))).accessToken)?.jti).not.toBe(
        claims?.jti,
      );
    });

    it("succeeds once per assertion, even for concurrent requests", async () => {
      const text = goodAssertion(maker());
      const answers = await Promise.all(Array.from({ length: 10 }, () => refusal(text)));
      expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
      expect(await refusal(text)).toMatchObject({ reason: "replayed", principal: { id: client.clientId } });
    });

    it("allows two clients to use the same jti", async () => {
      await exchange();
      client = await domain.access.registerClient(account, { name: "second", jwkUrl: "https://partner.example" });
      await expect(exchange()).resolves.toMatchObject({ expiresIn: 300 });
    });

    it("can be retried with the same assertion after a rejection", async () => {
      const text = goodAssertion(maker());
      await domain.access.changeClient(client.clientId, "disable");
      expect(await refusal(text)).toMatchObject({ reason: "client_not_usable" });
      await domain.access.changeClient(client.clientId, "enable");
      expect(await refusal(text.slice(0, -1) + (text.endsWith("0") ? "4" : "0"))).toMatchObject({
        reason: "bad_signature",
      });
      await expect(exchange(text)).resolves.toMatchObject({ expiresIn: 300 });
    });

    it("fails for unknown, disabled and revoked clients and disabled accounts", async () => {
      const stranger = memoryClient({ clientId: "rpc_stranger" as Client["clientId"] }, { tokenUrl, now: clock() });
      expect(await refusal(goodAssertion(stranger))).toEqual({ reason: "unknown_client" });
      const principal = { account, kind: "access-token", id: client.clientId };
      await domain.accounts.setDisabled("acme", true);
      expect(await refusal()).toEqual({ reason: "account_disabled", principal });
      await domain.accounts.setDisabled("acme", false);
      await domain.access.changeClient(client.clientId, "revoke");
      expect(await refusal()).toEqual({ reason: "client_not_usable", principal });
    });

    it("identifies the claimed client of a malformed assertion if it exists", async () => {
      const principal = { account, kind: "access-token", id: client.clientId };
      expect(await refusal(goodAssertion(maker(), {}, { aud: "other" }))).toEqual({ reason: "wrong_aud", principal });
      const other = { iss: "rpc_other", sub: "rpc_other", aud: "other" };
      expect(await refusal(goodAssertion(maker(), {}, other))).toEqual({ reason: "wrong_aud" });
    });

    it("checks the form of the assertion before any lookup", async () => {
      for (const { name, refusal: reason, text } of hostileAssertions(maker())) {
        if (typeof text === "string" && text !== "")
          expect([name, await refusal(text)]).toMatchObject([name, { reason }]);
      }
    });

    it("adds a detail to the reason if the partner's keys are unreachable", async () => {
      const verify = async () => ({ ok: false, reason: "keys_unreachable", detail: "ENOTFOUND" }) as const;
      const away = createDomain({ ...ports, partnerKeys: { ...ports.partnerKeys, verify } }, { baseUrl });
      expect(await refusal(undefined, away)).toMatchObject({ reason: "keys_unreachable ENOTFOUND" });
      await expect(exchange()).resolves.toMatchObject({ expiresIn: 300 });
    });
  });

  describe("an internal error", () => {
    const failing = (error: unknown) => {
      const assertions = { spend: () => Promise.reject(error) };
      return createDomain({ ...ports, storage: { ...ports.storage, assertions } }, { baseUrl });
    };

    it("returns the same message as any rejection and keeps the error in the private reason", async () => {
      const error = new TypeError("jwt must be a string");
      expect(await refusal(undefined, failing(error))).toMatchObject({ reason: "internal_error", error });
    });

    it("is passed on if it is temporary", async () => {
      const busy = unavailable("database_busy", "the database is busy");
      await expect(exchange(undefined, failing(busy))).rejects.toBe(busy);
    });
  });

  describe("a token request", () => {
    it.each<[string, TokenRequest, string]>([
      ["nothing", {}, "invalid_request"],
      ["another grant type", { grantType: "password" }, "unsupported_grant_type"],
      ["a grant type in capital letters", { grantType: "CLIENT_CREDENTIALS" }, "unsupported_grant_type"],
      ["no assertion type", { grantType: "client_credentials", clientAssertion: "x" }, "invalid_request"],
      [
        "another assertion type",
        { grantType: "client_credentials", clientAssertionType: "saml", clientAssertion: "x" },
        "invalid_request",
      ],
      ["no assertion", { grantType: "client_credentials", clientAssertionType: assertionType }, "invalid_request"],
    ])("is rejected with %s", async (_, request, code) => {
      await expect(domain.access.exchangeToken(request)).rejects.toMatchObject({ kind: "invalid", code });
    });

    it("is not found if the service has no base URL", async () => {
      const nowhere = createDomain(ports);
      const refused = { kind: "not_found", code: "signed_assertions_off" };
      await expect(exchange(undefined, nowhere)).rejects.toMatchObject(refused);
      expect(() => nowhere.access.tokenEndpoint()).toThrow("this service does not issue access tokens");
    });

    it("uses the current base URL of the service", async () => {
      let address = baseUrl;
      const moving = createDomain(ports, { baseUrl: () => address });
      expect(moving.access.tokenEndpoint()).toEqual({ address: baseUrl, tokenUrl });
      address = "https://moved.example";
      expect(await refusal(undefined, moving)).toMatchObject({ reason: "wrong_aud" });
    });
  });

  describe("an access token", () => {
    const enter = (text: string, audience: Audience = "v2-data", by = domain) =>
      by.access.authenticateBearer(audience, text).then(
        () => undefined,
        ({ cause }: { cause: Refusal }) => cause.reason,
      );

    const lacking = { users: "insufficient_scope", submissions: "insufficient_scope" };
    it.each(audiences)("matches the table for %s", async (audience) => {
      const { accessToken } = await exchange();
      const expected = {
        "v1-data": "wrong_kind_of_token",
        loads: "wrong_kind_of_token",
        office: "wrong_kind_of_token",
        "v2-data": undefined,
        ...lacking,
      };
      expect(await enter(accessToken, audience)).toBe(expected[audience]);
    });

    it("is rejected from the next request on if its client or account is disabled", async () => {
      const { accessToken } = await exchange();
      await domain.access.changeClient(client.clientId, "disable");
      expect(await enter(accessToken)).toBe("client_not_usable");
      await domain.access.changeClient(client.clientId, "enable");
      expect(await enter(accessToken)).toBeUndefined();
      await domain.accounts.setDisabled("acme", true);
      expect(await enter(accessToken)).toBe("account_disabled");
      await domain.accounts.setDisabled("acme", false);
      await domain.access.changeClient(client.clientId, "revoke");
      expect(await enter(accessToken)).toBe("client_not_usable");
    });

    it("is accepted only from this service and for a client of its account", async () => {
      const { accessToken } = await exchange();
      const claims = ports.accessTokens.verify(accessToken);
      if (!claims) throw new Error("the token is not ours");
      expect(await enter("nonsense")).toBe("unknown_token");
      expect(await enter(accessToken, "v2-data", createDomain(ports, { baseUrl: "https://other" }))).toBe(
        "wrong_issuer",
      );
      expect(await enter(accessToken, "v2-data", createDomain(ports))).toBe("wrong_issuer");
      for (const [change, reason] of [
        [{ aud: "https://other" }, "wrong_issuer"],
        [{ iss: "https://other" }, "wrong_issuer"],
        [{ sub: "rpc_other" }, "unknown_client"],
        [{ acc: 2 as AccountId }, "unknown_client"],
        [{ exp: start / 1_000 }, "token_expired"],
      ] as const) {
        expect(await enter(ports.accessTokens.sign({ ...claims, ...change }))).toBe(reason);
      }
    });

    it("is rejected in the api-token header, and an API token is rejected as a bearer token", async () => {
      const { accessToken } = await exchange();
      const { token } = await domain.access.createToken(account, { kind: "api-token" });
      expect(await enter(token)).toBe("unknown_token");
      await expect(domain.access.authenticate("v2-data", accessToken)).rejects.toMatchObject({
        cause: { reason: "malformed_token" },
      });
    });

    it("has the lifetime that the host configures, up to an hour", async () => {
      const short = createDomain(ports, { baseUrl, accessTokenSeconds: 60 });
      expect(await exchange(undefined, short)).toMatchObject({ expiresIn: 60 });
      for (const accessTokenSeconds of [0, -1, 0.5, 3_601, NaN]) {
        expect(() => createDomain(ports, { baseUrl, accessTokenSeconds })).toThrow(RangeError);
      }
    });

    it("appears in the audit trail when it is issued, unlike rejected requests", async () => {
      await refusal("x.y.z");
      await exchange();
      const [, ...trail] = await readTrail(ports.storage, account);
      expect(trail).toMatchObject([
        { actor: "access-token", actorId: client.clientId, action: "exchange_token", outcome: "ok" },
      ]);
    });
  });
});

describe("reading an assertion", () => {
  const iat = 1_780_315_200;
  const tokenUrl = "https://repute.example/oauth/token";
  const context = { tokenUrl, now: (iat * 1_000) as Instant };
  const maker = {
    header: { alg: "RS384", kid: "2026-06" },
    payload: { iss: "client-1", sub: "client-1", aud: tokenUrl, iat, exp: iat + 300, jti: "a-1" },
    encode: (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url"),
    sign: () => "bm8gc2lnbmF0dXJlIGF0IGFsbA",
  } as const;
  const read = (text: unknown) => readAssertion(text, context);

  describe("an assertion", () => {
    it("is parsed completely", () => {
      const text = goodAssertion(maker);
      expect(read(text)).toEqual({
        assertion: { clientId: "client-1", kid: "2026-06", jti: "a-1", expiresAt: (iat + 300) * 1_000, text },
      });
    });

    const fine: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
      ["typ JWT", { typ: "JWT" }, {}],
      ["typ client-authentication+jwt", { typ: "client-authentication+jwt" }, {}],
      ["its own keys in the header", { jwk: {}, jku: "https://x", x5u: "https://x", x5c: ["x"], x5t: "x" }, {}],
      ["a kid of 256 characters", { kid: "k".repeat(256) }, {}],
      ["a jti of 255 characters", {}, { jti: "j".repeat(255) }],
      ["letters of any language", { kid: "schlüssel-🔑" }, { jti: "番号" }],
      ["a list with only our URL as aud", {}, { aud: [tokenUrl] }],
      ["typ jwt", { typ: "jwt" }, {}],
      ["typ application/JWT", { typ: "application/JWT" }, {}],
      ["the issuer and the token URL as aud", {}, { aud: [tokenUrl.replace("/oauth/token", ""), tokenUrl] }],
      ["fractions of seconds", {}, { iat: iat - 0.123456789, nbf: iat - 0.1, exp: iat + 299.876543211 }],
      ["a lifetime of 1 second", {}, { exp: iat + 1 }],
      ["1 second left", {}, { iat: iat - 299, exp: iat + 1 }],
      ["an iat and an nbf 30 seconds ahead", {}, { iat: iat + 30, nbf: iat + 30, exp: iat + 330 }],
      ["an nbf in the distant past", {}, { nbf: 0 }],
      ["unknown claims", {}, { scope: "*", nested: { iss: [{ a: ":" }] }, ["__proto__"]: { iss: "x" } }],
    ];
    it.each(fine)("may have %s", (_, header, payload) => {
      expect(read(goodAssertion(maker, header, payload))).toMatchObject({ assertion: { clientId: "client-1" } });
    });

    it.each(hostileAssertions(maker).map(({ name, refusal, text }) => [name, refusal, text] as const))(
      "is rejected with %s: %s",
      (_, refusal, text) => {
        expect(read(text)).toMatchObject({ refusal });
      },
    );

    it("includes the claimed client id in its rejection, if there is one", () => {
      const claimed = (payload: object, header = {}) => read(goodAssertion(maker, header, { ...payload }));
      expect(claimed({ aud: "other" })).toEqual({ refusal: "wrong_aud", claimed: "client-1" });
      expect(claimed({}, { alg: "none" })).toEqual({ refusal: "wrong_alg", claimed: "client-1" });
      for (const iss of [undefined, 1, "", "a\0", ["client-1"]])
        expect(claimed({ iss })).toEqual({ refusal: "iss_is_not_sub" });
      expect(read("x.y.z")).toEqual({ refusal: "not_base64url" });
    });

    it("expires exactly at exp", () => {
      const text = goodAssertion(maker, {}, { exp: iat + 60 });
      const at = (now: number) => readAssertion(text, { tokenUrl, now: now as Instant });
      expect(at((iat + 60) * 1_000 - 1)).toHaveProperty("assertion");
      expect(at((iat + 60) * 1_000)).toEqual({ refusal: "expired", claimed: "client-1" });
    });

    it("is rejected without throwing, for any value", () => {
      fc.assert(
        fc.property(fc.oneof(fc.anything(), fc.string()), (value) => {
          expect(read(value)).toHaveProperty("refusal");
        }),
      );
    });

    it("is rejected without throwing, for any header and payload", () => {
      const member = fc.constantFrom(
        "alg",
        "kid",
        "typ",
        "crit",
        "iss",
        "sub",
        "aud",
        "iat",
        "exp",
        "nbf",
        "jti",
        "__proto__",
      );
      const object = fc.dictionary(
        member,
        fc.oneof(fc.jsonValue(), fc.constantFrom("RS384", tokenUrl, iat, "client-1")),
      );
      fc.assert(
        fc.property(object, object, (header, payload) => {
          // `jti` is checked last, so an assertion without it is never valid.
          expect(read(goodAssertion(maker, header, { ...payload, jti: undefined }))).toHaveProperty("refusal");
        }),
      );
    });
  });
});
