import type { Audience, TokenKind } from "@repute/domain";
import { accepted, scope } from "@repute/domain";
import type { Surroundings } from "./components.js";

const schemes: Readonly<Record<TokenKind, { readonly name: string; readonly description: string }>> = {
  "account-key": {
    name: "accountKey",
    description: "An account key, `rpk_...`: reads everything under `/v1`",
  },
  "api-token": { name: "apiToken", description: "An API token, `rpa_...`: reads everything under `/v2`" },
  "web-forms": { name: "webForms", description: "A web-forms token, `rpf_...`: posts online submissions" },
};

/** OpenAPI knows clients that have a secret, so how ours say who they are is told in words. */
const accessToken = (tokenUrl: string) => ({
  type: "oauth2",
  description:
    "An access token in `Authorization: Bearer ...`: reads everything under `/v2`. A client that an operator has registered " +
    "has no secret: at the token URL it authenticates by `private_key_jwt` (RFC 7523), with an assertion signed by RS384",
  flows: { clientCredentials: { tokenUrl, scopes: { [scope]: "Everything under `/v2`" } } },
});

/** Which credentials an audience may come with: any one of them. */
export const securityOf = (audience: Audience | undefined, { components, tokenUrl }: Surroundings) =>
  (audience ? accepted[audience] : []).map((kind) => {
    if (kind === "access-token") {
      components.refer("securitySchemes", "accessToken", accessToken(tokenUrl));
      return { accessToken: [scope] };
    }
    const { name, description } = schemes[kind];
    components.refer("securitySchemes", name, { type: "apiKey", in: "header", name: "api-token", description });
    return { [name]: [] };
  });
