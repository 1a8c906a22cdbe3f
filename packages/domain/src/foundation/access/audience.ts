import type { CredentialKind } from "../kernel/principal.js";

/** Parts of the API. Each part accepts different kinds of credentials. */
export const audiences = ["v1-data", "v2-data", "users", "submissions"] as const;
export type Audience = (typeof audiences)[number];

/** Kinds of credentials that each part of the API accepts. All other kinds are rejected. */
export const accepted: Readonly<Record<Audience, readonly CredentialKind[]>> = {
  "v1-data": ["account-key"],
  "v2-data": ["api-token", "access-token"],
  users: ["account-key"],
  submissions: ["api-token", "web-forms"],
};

/** Error code and message for rejected callers, by part of the API. They are the same for every reason for rejection. */
export const refusedAs = {
  "v1-data": { code: "api_key_invalid", message: "The API key is invalid" },
  "v2-data": { code: "access_token_invalid", message: "The OAuth access token is invalid or expired" },
  users: { code: "api_key_invalid", message: "The API key is invalid" },
  submissions: { code: "api_key_invalid", message: "The API key is invalid" },
} as const satisfies Readonly<Record<Audience, { readonly code: string; readonly message: string }>>;
