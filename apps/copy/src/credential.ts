import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Credential } from "@repute/client";
import { CopyError } from "./copy-error.js";

/** Command-line options for credentials: an API token file, or a partner's client ID and signing key. */
export type CredentialOrder = {
  readonly tokenFile?: string;
  /** Name of an environment variable that contains an API token. */
  readonly tokenEnv?: string;
  readonly clientId?: string;
  readonly keyFile?: string;
  readonly keyId?: string;
  readonly tokenUrl?: string;
};

/** Returns an error message if the credential options are incomplete. Does not open the files. */
export function wrongCredential({ tokenFile, clientId, keyFile, keyId }: CredentialOrder): string | undefined {
  if (tokenFile !== undefined) return undefined; // the parser rejects partner options next to `--token-file`
  if (clientId !== undefined && keyFile !== undefined && keyId !== undefined) return undefined;
  return "Specify either --token-file, or --client-id, --key-file and --key-id.";
}

/** Reads the credential files. Throws a `CopyError` if a file does not contain a token or key. */
export async function readCredential(order: CredentialOrder): Promise<Credential> {
  const { tokenFile, tokenEnv, keyFile, clientId, keyId, tokenUrl } = order;
  if (tokenEnv !== undefined) {
    const token = process.env[tokenEnv];
    if (token !== undefined) return { apiToken: tokenOf(token, `environment variable ${tokenEnv}`) };
    throw new CopyError("missing_token", `The environment variable ${tokenEnv} is not set.`);
  }
  if (tokenFile !== undefined) return { apiToken: tokenOf(await contentOf("token file", tokenFile)) };
  if (keyFile === undefined || clientId === undefined || keyId === undefined)
    throw new CopyError("invalid_credential", wrongCredential(order) ?? "A credential is required.");
  const privateKey = pemOf(await contentOf("key file", keyFile));
  return { clientId, keyId, privateKey, ...(tokenUrl !== undefined && { tokenUrl }) };
}

/** Reads a file. Throws a `CopyError` that names the file if it does not exist or cannot be read. */
async function contentOf(name: string, file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    const why = { ENOENT: "does not exist", EACCES: "cannot be read by this user", EISDIR: "is a folder" }[code];
    throw new CopyError("missing_file", `The ${name} ${file} ${why ?? `cannot be read (${code})`}.`, { cause });
  }
}

function tokenOf(text: string, place = "token file"): string {
  const token = text.trim();
  if (token !== "" && !/\s/.test(token)) return token;
  throw new CopyError("invalid_token_file", `The ${place} must contain exactly one token.`);
}

/** Converts an unencrypted RSA private key in any PEM format to PKCS #8. */
function pemOf(text: string): string {
  const key = keyOf(text);
  if (key?.asymmetricKeyType === "rsa") return key.export({ type: "pkcs8", format: "pem" }).toString();
  throw new CopyError(
    "invalid_key_file",
    "The key file must contain an RSA private key in PEM format, without a passphrase.",
  );
}

function keyOf(text: string) {
  try {
    return createPrivateKey(text);
  } catch {
    return undefined; // drop the parser's error, because it may quote the key
  }
}
