import type { KeyObject } from "node:crypto";
import type { KeyHolder, PartnerKeys, SignatureVerdict } from "@repute/domain";
import { verify } from "jsonwebtoken";
import { KeysUnavailable } from "../keys-unavailable.js";
import type { KeyStore } from "./key-store.js";

type Signed = { readonly kid: string; readonly text: string };

const maxTried = 4;

/** Verifies partners' signatures with the keys from a key store. */
export function jwksPartnerKeys(store: KeyStore, checkUrl: PartnerKeys["checkUrl"]): PartnerKeys {
  return {
    checkUrl,
    verify: (client, assertion) =>
      judge(store, client, assertion).catch((error: unknown) => {
        if (error instanceof KeysUnavailable) return { ok: false, reason: error.reason, detail: error.detail };
        throw error;
      }),
  };
}

async function judge(store: KeyStore, client: KeyHolder, { kid, text }: Signed): Promise<SignatureVerdict> {
  const keys = await store(client, kid);
  if (!keys) return { ok: false, reason: "unknown_kid" };
  if (isSignedByOneOf(keys, text)) return { ok: true };
  // Fetch the keys again if no key matches, because some partners publish a new key under an existing kid.
  const newer = await store(client, kid, keys);
  const signed = newer !== undefined && newer !== keys && isSignedByOneOf(newer, text);
  return signed ? { ok: true } : { ok: false, reason: "bad_signature" };
}

const isSignedByOneOf = (keys: readonly KeyObject[], text: string): boolean =>
  keys.slice(0, maxTried).some((key) => isSignedBy(key, text));

/** True if a key verifies a signature. False if the signature is wrong or the token is malformed. */
function isSignedBy(key: KeyObject, text: string): boolean {
  try {
    // Ignore the times in the token, because the caller has already checked them.
    verify(text, key, { algorithms: ["RS384"], ignoreExpiration: true, ignoreNotBefore: true });
    return true;
  } catch {
    return false;
  }
}
