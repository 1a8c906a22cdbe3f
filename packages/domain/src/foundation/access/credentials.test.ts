import { beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createDomain, type Domain } from "../../domain.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { readTrail } from "../../testing/fresh-storage.js";
import { tokenKinds } from "../accounts/audit-trail.js";
import { type AccountId, accountIdOf, type CredentialId } from "../kernel/ids.js";
import { day, plus } from "../kernel/times.js";
import { isTokenText, tokenText } from "./credentials.js";

describe("clients of partners", () => {
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
      const { clientId } = client;
      expect(client).toEqual({ ...details, clientId, scopes: ["data-sync.read"], disabled: false, revoked: false });
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

  describe("requests of hosts in JavaScript", () => {
    it("cannot create a token of an unknown kind", async () => {
      const create = domain.access.createToken(account, { kind: "web_forms" as never });
      await expect(create).rejects.toThrow(
        /^the kind of a token must be one of account-key, api-token, web-forms, loader, office$/,
      );
      expect(await domain.access.listTokens("acme")).toEqual([]);
    });

    it("change no state with an unknown verb", async () => {
      const { clientId } = await register();
      const { credential } = await domain.access.createToken(account, { kind: "api-token" });
      await domain.access.changeToken(credential.id, "disable");
      const refusal = /^the change must be one of disable, enable, revoke$/;
      await expect(domain.access.changeToken(credential.id, "disabled" as never)).rejects.toThrow(refusal);
      await expect(domain.access.changeClient(clientId, "delete" as never)).rejects.toThrow(refusal);
      expect(await domain.access.listTokens("acme")).toMatchObject([{ disabled: true }]);
    });

    it("create no credential for an unknown account", async () => {
      const unknown = accountIdOf(99);
      const refusal = { code: "account_not_found" };
      await expect(domain.access.createToken(unknown, { kind: "api-token" })).rejects.toMatchObject(refusal);
      const client = { name: "w", jwkUrl: "https://partner.example/jwks.json" };
      await expect(domain.access.registerClient(unknown, client)).rejects.toMatchObject(refusal);
    });
  });

  describe("a token that is rotated", () => {
    it("stays valid until a given time, beside a new token like it", async () => {
      const { rotateToken, createToken, listTokens } = domain.access;
      const wanted = { kind: "loader", name: "ehr", only: ["calls"] } as const;
      const { credential, token } = await createToken(account, wanted);
      const until = plus(clock(), 7 * day);
      const rotated = await rotateToken(credential.id, { count: 7, period: "day" });
      expect(rotated.token).not.toBe(token);
      expect(rotated.credential).toMatchObject({ ...wanted, expiresAt: null, lastUsedAt: null });
      expect(await listTokens("acme")).toEqual([{ ...credential, expiresAt: until }, rotated.credential]);
      expect(rotated.earlier).toEqual({ ...credential, expiresAt: until });
      // A second rotation does not extend the first token.
      expect((await rotateToken(credential.id, { count: 8, period: "day" })).earlier).toMatchObject({
        expiresAt: until,
      });
      expect((await readTrail(ports.storage, account)).slice(1, 3)).toMatchObject([
        { action: "create_token", subject: `token ${rotated.credential.id}` },
        { action: "rotate_token", subject: `token ${credential.id}` },
      ]);
    });

    it("must be usable, and must not expire in the past", async () => {
      const { rotateToken, createToken, changeToken, listTokens } = domain.access;
      const { credential } = await createToken(account, { kind: "api-token" });
      const code = (id: CredentialId, count = 1) =>
        rotateToken(id, { count, period: "day" }).catch((error: { readonly code: string }) => error.code);
      expect(await code(credential.id, 0)).toBe("already_expired");
      expect(await code(99 as CredentialId)).toBe("token_not_found");
      await changeToken(credential.id, "disable");
      expect(await code(credential.id)).toBe("token_not_usable");
      expect(await listTokens("acme")).toHaveLength(1);
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
});

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("a token", () => {
  it("consists of a prefix for its kind, 43 characters of 256 bits and 6 check characters", () => {
    expect(tokenText("account-key", new Uint8Array(32))).toMatch(/^rpk_0{43}[0-9A-Za-z]{6}$/);
    expect(tokenText("api-token", new Uint8Array(32).fill(255))).toMatch(/^rpa_[0-9A-Za-z]{49}$/);
    expect(tokenText("web-forms", new Uint8Array(32))).toMatch(/^rpf_/);
  });

  it("ends with the CRC-32 of the preceding characters", () => {
    // Known check values: CRC-32 of "123456789" is CBF43926 by definition. The other one is computed independently.
    expect(tokenText("account-key", new Uint8Array(32)).slice(-6)).toBe(base62(crc32("rpk_" + "0".repeat(43))));
    expect(crc32("123456789")).toBe(0xcbf43926);
  });

  it("is recognized, unlike any other string of the same length", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tokenKinds),
        bytes,
        fc.nat(52),
        fc.constantFrom("a", "Z", "0", "-"),
        (kind, random, place, other) => {
          const token = tokenText(kind, random);
          expect(isTokenText(token)).toBe(true);
          const changed = token.slice(0, place) + other + token.slice(place + 1);
          expect(isTokenText(changed)).toBe(changed === token);
        },
      ),
    );
  });

  it.each(["", "rpk_", "rpx_" + "0".repeat(49), "Bearer rpk_", "rpk_" + "é".repeat(49)])(
    "is not recognized in %j",
    (text) => {
      expect(isTokenText(text)).toBe(false);
    },
  );

  it("differs for different bytes", () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        fc.pre(one.some((byte, index) => byte !== other[index]));
        expect(tokenText("api-token", one)).not.toBe(tokenText("api-token", other));
      }),
    );
  });
});

/** CRC-32 with a table, independent of the code under test. */
function crc32(text: string): number {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
  let crc = 0xffffffff;
  for (const char of text) crc = (table[(crc ^ char.charCodeAt(0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function base62(number: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let text = "";
  for (let rest = number; text.length < 6; rest = Math.floor(rest / 62)) text = digits.charAt(rest % 62) + text;
  return text;
}
