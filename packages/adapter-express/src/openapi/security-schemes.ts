import { accepted, type Audience, scope, type TokenKind } from "@repute/domain";
import type { Context } from "./components.js";

const schemes: Readonly<Record<TokenKind, { readonly name: string; readonly description: string }>> = {
  "account-key": {
    name: "accountKey",
    description: "Account key (`rpk_...`). It can read all lists under `/v1` and manage users.",
  },
  "api-token": {
    name: "apiToken",
    description: "API token (`rpa_...`). It can read all lists under `/v2` and upload submissions.",
  },
  "web-forms": { name: "webForms", description: "Web-forms token (`rpf_...`). It can only upload submissions." },
};

/**
 * Security scheme of access tokens.
 * OpenAPI supports only client secrets, so the description explains signed assertions.
 */
const accessToken = (tokenUrl: string) => ({
  type: "oauth2",
  description:
    "Access token in the header `Authorization: Bearer <access_token>`. The token can read all lists under `/v2`. A registered client has no secret. The client authenticates at the token URL with an assertion signed with RS384 (`private_key_jwt`, RFC 7523).",
  flows: { clientCredentials: { tokenUrl, scopes: { [scope]: "Read access to all lists under `/v2`." } } },
});

/** Returns the kinds of credentials that an audience accepts. A request needs only one of them. */
export const securityOf = (audience: Audience | undefined, { components, tokenUrl }: Context) =>
  (audience ? accepted[audience] : []).map((kind) => {
    if (kind === "access-token") {
      components.refer("securitySchemes", "accessToken", accessToken(tokenUrl));
      return { accessToken: [scope] };
    }
    const { name, description } = schemes[kind];
    components.refer("securitySchemes", name, { type: "apiKey", in: "header", name: "api-token", description });
    return { [name]: [] };
  });
