import type { CredentialKind } from "../kernel/principal.js";
import type { Audience } from "./audience.js";
import { accepted } from "./audience.js";
import { tokenKindOf } from "./token-text.js";

/** The header that a credential was sent in. */
type SentIn = "api-token" | "authorization";

const uses: Readonly<Record<CredentialKind, string>> = {
  "account-key": "this is an account key; it reads /v1 and manages users",
  "api-token": "this is an API token; it reads /v2 and uploads submissions",
  "web-forms": "this is a web-forms token; it uploads submissions",
  "access-token": "this is an access token; it reads /v2",
};

const headers: Readonly<Record<SentIn, string>> = {
  "api-token": "api-token",
  authorization: "Authorization: Bearer",
};

/**
 * What somebody is told whose credential is of another kind than the part of the interface takes, or in the other
 * header. It follows from the text alone: whether there is such a credential makes no difference.
 */
export function credentialHint(audience: Audience, sentIn: SentIn, text: string): string | undefined {
  const kind = kindOf(text);
  if (kind === undefined) return undefined;
  const header = kind === "access-token" ? "authorization" : "api-token";
  const isAtItsDoor = accepted[audience].includes(kind);
  if (isAtItsDoor && header === sentIn) return undefined;
  return header === sentIn ? uses[kind] : `${uses[kind]}; send it in the header ${headers[header]}`;
}

/** What signed tokens begin with: the base64url of `{"`, as of every JSON object. */
const kindOf = (text: string): CredentialKind | undefined =>
  tokenKindOf(text) ?? (text.startsWith("eyJ") ? "access-token" : undefined);
