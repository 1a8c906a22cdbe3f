import type { CredentialKind } from "../kernel/principal.js";
import { accepted, type Audience } from "./audience.js";
import { tokenKindOf } from "./token-text.js";

/** Request header that contained the credential. */
type SentIn = "api-token" | "authorization";

const uses: Readonly<Record<CredentialKind, string>> = {
  "account-key": "the credential is an account key, which can read /v1 and manage users",
  "api-token": "the credential is an API token, which can read /v2 and upload submissions",
  "web-forms": "the credential is a web-forms token, which can only upload submissions",
  "access-token": "the credential is an access token, which can read /v2",
};

const headers: Readonly<Record<SentIn, string>> = {
  "api-token": "api-token",
  authorization: "Authorization: Bearer",
};

/**
 * Returns advice for a credential of the wrong kind or in the wrong header.
 * Depends only on the credential's format, so it does not reveal whether the credential exists.
 */
export function credentialHint(audience: Audience, sentIn: SentIn, text: string): string | undefined {
  const kind = kindOf(text);
  if (kind === undefined) return undefined;
  const header = kind === "access-token" ? "authorization" : "api-token";
  const isAtItsDoor = accepted[audience].includes(kind);
  if (isAtItsDoor && header === sentIn) return undefined;
  return header === sentIn ? uses[kind] : `${uses[kind]}; send the credential in the header ${headers[header]}`;
}

/** Signed tokens begin with `eyJ`, the base64url of `{"`. */
const kindOf = (text: string): CredentialKind | undefined =>
  tokenKindOf(text) ?? (text.startsWith("eyJ") ? "access-token" : undefined);
