import { generateKeyPairSync, randomUUID, sign } from "node:crypto";

/** A partner with one signing key. */
export type SigningPartner = {
  /** Key set of the partner as JSON. */
  readonly jwks: string;
  /** Creates form bodies for a token URL. Each form has a different assertion, which is valid for five minutes. */
  forms(clientId: string, tokenUrl: string, count: number): string[];
};

const kid = "bench";
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export function signingPartner(): SigningPartner {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });

  function assertion(clientId: string, tokenUrl: string): string {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: clientId, sub: clientId, aud: tokenUrl, iat, exp: iat + 300, jti: randomUUID() };
    const text = `${encode({ alg: "RS384", kid })}.${encode(claims)}`;
    return `${text}.${sign("sha384", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  return {
    jwks: JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid }] }),
    forms: (clientId, tokenUrl, count) =>
      Array.from({ length: count }, () =>
        new URLSearchParams({
          grant_type: "client_credentials",
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          client_assertion: assertion(clientId, tokenUrl),
        }).toString(),
      ),
  };
}
