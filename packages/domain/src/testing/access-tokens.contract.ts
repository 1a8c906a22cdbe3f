import type { AccessClaims, AccessTokens } from "../foundation/access/access-tokens.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import { describe, expect, it } from "./runner.js";

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
      const expired = { ...claims, iat: 1_000, exp: 1_300 };
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
