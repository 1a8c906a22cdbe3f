import type { PartnerKeys } from "../foundation/access/partner-keys.js";
import { isDomainError } from "../foundation/kernel/domain-error.js";
import { describe, expect, it } from "./runner.js";

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
