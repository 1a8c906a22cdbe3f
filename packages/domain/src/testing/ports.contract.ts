import type { AccessClaims, AccessTokens, PartnerKeys } from "../foundation/access/access-ports.js";
import { isDomainError } from "../foundation/kernel/domain-error.js";
import type { Secrets } from "../foundation/kernel/encodings.js";
import type { AccountId, InviteId } from "../foundation/kernel/ids.js";
import { type Clock, plus, second } from "../foundation/kernel/times.js";
import type { InviteSender } from "../subjects/imports/import-run.js";
import { anInvite, at } from "./builders.js";
import { describe, expect, it } from "./runner.js";

/** Tests that every implementation of `Clock` must pass. Call this function once per adapter. */
export function clockContract(name: string, fresh: () => Clock): void {
  describe(`the clock of ${name}`, () => {
    it("returns the milliseconds since 1970", () => {
      const at = fresh()();
      expect(Number.isSafeInteger(at)).toBe(true);
      expect(at).toBeGreaterThan(Date.UTC(2020, 0, 1));
      expect(at).toBeLessThan(Date.UTC(2200, 0, 1));
    });

    it("never goes back between two calls", () => {
      const clock = fresh();
      const times = Array.from({ length: 100 }, clock);
      expect([...times].sort((a, b) => a - b)).toEqual(times);
    });
  });
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Tests that every implementation of `Secrets` must pass. Call this function once per adapter. The expected hashes are
 * the examples of FIPS 180-4 and of RFC 4231.
 */
export function secretsContract(name: string, fresh: () => Secrets): void {
  describe(`the secrets of ${name}`, () => {
    it("hash a string in UTF-8 with SHA-256, as lowercase hexadecimal digits", () => {
      const { sha256 } = boundTo(fresh());
      expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
      expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
      expect(sha256("ü漢")).toBe("c47c8d5d8288718d08f0aa3621829e59719918a99680740ad95aa631e7388990");
    });

    it("authenticate a string with HMAC-SHA-256", () => {
      const { hmacSha256 } = boundTo(fresh());
      expect(hex(hmacSha256(new TextEncoder().encode("Jefe"), "what do ya want for nothing?"))).toBe(
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      );
      expect(hmacSha256(new Uint8Array(20).fill(0x0b), "Hi There")).toHaveLength(32);
    });

    it("return as many random bytes as requested, different every time", () => {
      const { randomBytes } = boundTo(fresh());
      expect([0, 1, 16, 32].map((count) => randomBytes(count).length)).toEqual([0, 1, 16, 32]);
      const texts = Array.from({ length: 100 }, () => hex(randomBytes(16)));
      expect(new Set(texts).size).toBe(100);
    });
  });
}

const boundTo = (secrets: Secrets): Secrets => ({
  randomBytes: (count) => secrets.randomBytes(count),
  sha256: (text) => secrets.sha256(text),
  hmacSha256: (key, text) => secrets.hmacSha256(key, text),
});

const claims: AccessClaims = {
  ...{ iss: "https://data.example.com", aud: "https://data.example.com", sub: "client-1", acc: 7 as AccountId },
  ...{ iat: 1_780_000_000, exp: 1_780_000_300, jti: "token-1" },
};

/** Tests that every implementation of `AccessTokens` must pass. `fresh` returns ports with different keys. */
export function accessTokensContract(name: string, fresh: () => AccessTokens): void {
  describe(`an access token of ${name}`, () => {
    it("contains its claims, even after it has expired", () => {
      const tokens = fresh();
      expect(tokens.verify(tokens.sign(claims))).toEqual(claims);
      const expired = { ...claims, scope: "submissions.write users.manage", iat: 1_000, exp: 1_300 };
      expect(tokens.verify(tokens.sign(expired))).toEqual(expired);
    });

    it("is one line of characters that fit into an HTTP header", () => {
      expect(fresh().sign(claims)).toMatch(/^[\w.~+/=-]+$/);
    });

    it("is refused if another key signed it", () => {
      expect(fresh().verify(fresh().sign(claims))).toBeUndefined();
    });

    it("is refused if any character of it was changed, added or removed", () => {
      const tokens = fresh();
      const text = tokens.sign(claims);
      const other = (character: string) => (character === "A" ? "B" : "A");
      const changed = [...text].map((character, at) => text.slice(0, at) + other(character) + text.slice(at + 1));
      // The last characters of a part can have unused bits, so that a change of them is the same token.
      const refused = changed.filter((one) => tokens.verify(one) === undefined).length;
      expect(refused).toBeGreaterThanOrEqual(changed.length - 3);
      for (const one of [
        text.slice(1),
        text.slice(0, -4),
        `${text}AAAA`,
        ` ${text}`,
        `${text}.${text}`,
        "",
        ".",
        "..",
      ]) {
        expect(tokens.verify(one)).toBeUndefined();
      }
    });

    it.each(["none", "HS256"])("is refused with the algorithm %s in its header", (alg) => {
      const tokens = fresh();
      const [, payload = "", signature = ""] = tokens.sign(claims).split(".");
      const header = btoa(JSON.stringify({ alg, typ: "JWT" })).replaceAll("=", "");
      expect(tokens.verify(`${header}.${payload}.${signature}`)).toBeUndefined();
      expect(tokens.verify(`${header}.${payload}.`)).toBeUndefined();
    });
  });
}

/** Tests that every implementation of `PartnerKeys` must pass. The port must reach no host during the test. */
export function partnerKeysContract(name: string, fresh: () => PartnerKeys): void {
  describe(`the partner keys of ${name}`, () => {
    it.each([
      "http://partner.example/jwks.json",
      "https://localhost/jwks.json",
      "https://127.0.0.1/jwks.json",
      "https://10.0.0.1/jwks.json",
      "https://169.254.169.254/latest/meta-data",
      "https://[::1]/jwks.json",
      "ftp://partner.example/jwks.json",
      "partner.example",
      "",
    ])("refuse the URL %j with an error for the caller", async (url) => {
      const error: unknown = await fresh()
        .checkUrl(url)
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
      expect(isDomainError(error)).toBe(true);
      expect((error as Error).message).not.toContain("169.254");
    });

    it("refuse a signature if the keys cannot be fetched, without throwing", async () => {
      const client = { clientId: "client-1", jwkUrl: "https://partner.invalid/jwks.json" };
      const verdict = await fresh().verify(client, { kid: "key-1", text: "e30.e30.AAAA" });
      expect(verdict).toMatchObject({ ok: false, reason: "keys_unreachable" });
    });
  });
}

/** Invite sender with the invites that it would send, by account: the id and the recipient, sorted by id. */
export type OpenSender = {
  readonly sender: InviteSender;
  readonly pending: (account: AccountId) => Promise<readonly { readonly id: number; readonly sentTo: string }[]>;
};

const [mine, other] = [1, 2] as AccountId[] as [AccountId, AccountId];
const planned = plus(at("2026-03-01T12:00:00Z"), second);
const invite = (id: number, sentTo = "+18015550142") =>
  anInvite({ id: id as InviteId, sentTo, sentAt: planned, status: "scheduled" });

/** Tests that every implementation of `InviteSender` must pass. Call this function once per adapter. */
export function inviteSenderContract(name: string, fresh: () => Promise<OpenSender>): void {
  describe(`the invites of ${name}`, () => {
    it("are pending until they are withdrawn", async () => {
      const { sender, pending } = await fresh();
      await sender.schedule(mine, [invite(1), invite(2)]);
      await sender.schedule(mine, []);
      expect((await pending(mine)).map(({ id }) => id)).toEqual([1, 2]);
      if (!sender.withdraw) return;
      await sender.withdraw(mine, [1, 9] as InviteId[]);
      await sender.withdraw(mine, [1] as InviteId[]);
      expect((await pending(mine)).map(({ id }) => id)).toEqual([2]);
    });

    it("are replaced if they are scheduled again", async () => {
      const { sender, pending } = await fresh();
      await sender.schedule(mine, [invite(1), invite(2)]);
      await sender.schedule(mine, [invite(1, "ann@example.com")]);
      expect(await pending(mine)).toMatchObject([
        { id: 1, sentTo: "ann@example.com" },
        { id: 2, sentTo: "+18015550142" },
      ]);
    });

    it("belong to one account, even with equal ids", async () => {
      const { sender, pending } = await fresh();
      await sender.schedule(mine, [invite(1)]);
      await sender.schedule(other, [invite(1, "bo@example.com")]);
      await sender.withdraw?.(mine, [1] as InviteId[]);
      expect(await pending(other)).toMatchObject([{ id: 1, sentTo: "bo@example.com" }]);
    });
  });
}
