import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const conversionShape = /^sub-\d{1,16}$/;

/**
 * Creates the queries of the pages about a conversion.
 * A query is signed with a key of this process, so that visitors can read only their own conversions.
 */
export function conversionReceipts() {
  const key = randomBytes(32);
  const signatureOf = (id: string): string => createHmac("sha256", key).update(id).digest("base64url");
  return {
    queryOf: (id: string): string => `conversion=${id}&signature=${signatureOf(id)}`,
    /** Returns the id of the conversion, or `undefined` if the signature is missing or wrong. */
    conversionIn(query: URLSearchParams): string | undefined {
      const [id, signature] = [query.get("conversion") ?? "", Buffer.from(query.get("signature") ?? "")];
      if (!conversionShape.test(id)) return undefined;
      const expected = Buffer.from(signatureOf(id));
      return signature.length === expected.length && timingSafeEqual(signature, expected) ? id : undefined;
    },
  };
}
