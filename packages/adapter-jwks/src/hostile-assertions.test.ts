import { createPublicKey } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { type AssertionRefusal, type PartnerKeys, readAssertion, type SignatureRefusal } from "@repute/domain";
import { hostileAssertions } from "@repute/domain/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import { partnerHost } from "../test/partner-host.js";
import { jwksPartnerKeys, keyStore } from "./partner-keys.js";
import { forgingPartner } from "./testing/forged-assertions.js";
import { mutants } from "./testing/mutants.js";

const tokenUrl = "https://repute.example/oauth/token";
const client = { clientId: "client-1", jwkUrl: "https://keys.partner.example/jwks" };
const { published, publicKey, maker, good, forged } = forgingPartner(client.clientId, tokenUrl, 1_780_315_200);

let host: ReturnType<typeof partnerHost>;
let keys: PartnerKeys;
beforeEach(() => {
  host = partnerHost(published);
  keys = jwksPartnerKeys(keyStore({ ...host, closing: new AbortController().signal }), () => Promise.resolve());
});

/** Checks an assertion in the same way as the token endpoint. Returns "accepted" or the reason for refusal. */
async function judged(text: unknown): Promise<"accepted" | AssertionRefusal | SignatureRefusal> {
  const read = readAssertion(text, { tokenUrl, now: host.clock() });
  if ("refusal" in read) return read.refusal;
  const verdict = await keys.verify(client, read.assertion);
  return verdict.ok ? "accepted" : verdict.reason;
}

describe("the assertion checks", () => {
  const ill = hostileAssertions(maker);

  it("accept valid assertions and cover at least 120 named attacks", async () => {
    const names = [...ill, ...forged].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(120);
    reportFigure(`${names.length} hostile assertions with a name: ${ill.length} ill-formed, ${forged.length} forged`);
    for (const text of good) expect(await judged(text)).toBe("accepted");
    const spki = String(publicKey.export({ type: "spki", format: "pem" }));
    expect(createPublicKey(spki).equals(publicKey)).toBe(true);
  });

  it.each(forged.map(({ name, refusal, text }) => [name, refusal, text] as const))(
    "reject %s: %s",
    async (_, refusal, text) => {
      expect(await judged(text)).toBe(refusal);
    },
  );

  it.each(ill.map(({ name, refusal, text }) => [name, refusal, text] as const))(
    "reject %s, although its owner signed it: %s",
    async (_, refusal, text) => {
      expect(await judged(text)).toBe(refusal);
      expect(host.requested).toEqual([]);
    },
  );

  it("reject every modified assertion without throwing", async () => {
    const accepted: string[] = [];
    let tried = 0;
    for (const mutant of mutants(good[0], scaled(2_000, 20_000))) {
      tried += 1;
      if ((await judged(mutant)) === "accepted") accepted.push(mutant);
    }
    expect(accepted).toEqual([]);
    reportFigure(`${tried} mutants of a good assertion: 0 accepted, 0 thrown`);
  });
});
