import type { CredentialKind } from "../kernel/principal.js";

/** The parts of the interface, by who may use them. */
export const audiences = ["v1-data", "v2-data", "users", "submissions"] as const;
export type Audience = (typeof audiences)[number];

/** Which kinds of credential each part accepts. Every other pairing is refused. */
export const accepted: Readonly<Record<Audience, readonly CredentialKind[]>> = {
  "v1-data": ["account-key"],
  "v2-data": ["api-token", "access-token"],
  users: ["account-key"],
  submissions: ["api-token", "web-forms"],
};

/** What a refused caller is told: one sentence a part, whatever the reason. */
export const refusedAs = {
  "v1-data": { code: "api_key_invalid", message: "The API key is invalid" },
  "v2-data": { code: "access_token_invalid", message: "The OAuth access token is invalid or expired" },
  users: { code: "api_key_invalid", message: "The API key is invalid" },
  submissions: { code: "api_key_invalid", message: "The API key is invalid" },
} as const satisfies Readonly<Record<Audience, { readonly code: string; readonly message: string }>>;
