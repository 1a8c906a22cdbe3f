/**
 * Signs data with RS384 (RSASSA-PKCS1-v1_5 with SHA-384).
 * Implement this function to keep the key in another system.
 */
export type Sign = (data: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer | Uint8Array>;

/** A WebCrypto `CryptoKey`, in the type that `crypto.subtle.sign` accepts. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1];

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" };

/** Returns a signing function for a private key. The key is PKCS #8 in PEM format or a `CryptoKey` for signing. */
export function signWith(key: string | SigningKey): Sign {
  let imported: Promise<SigningKey> | undefined;
  return async (data) => {
    imported ??= typeof key === "string" ? importPem(key) : Promise.resolve(key);
    return crypto.subtle.sign(algorithm.name, await imported, data);
  };
}

function importPem(pem: string): Promise<SigningKey> {
  const [, base64] = /-----BEGIN PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END PRIVATE KEY-----/.exec(pem) ?? [];
  if (base64 === undefined) {
    throw new TypeError(
      "the private key must be in PKCS #8 PEM format; to convert a key in another format, run `openssl pkcs8 -topk8 -nocrypt`",
    );
  }
  const der = Uint8Array.from(atob(base64.replace(/\s/g, "")), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
}
