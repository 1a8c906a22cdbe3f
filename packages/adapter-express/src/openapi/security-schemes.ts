import type { Audience, TokenKind } from "@repute/domain";
import { accepted } from "@repute/domain";
import type { Components } from "./components.js";

const schemes: Readonly<Record<TokenKind, { readonly name: string; readonly description: string }>> = {
  "account-key": {
    name: "accountKey",
    description: "An account key, `rpk_...`: reads everything under `/v1`",
  },
  "api-token": { name: "apiToken", description: "An API token, `rpa_...`: reads everything under `/v2`" },
  "web-forms": { name: "webForms", description: "A web-forms token, `rpf_...`: posts online submissions" },
};

/** Which credentials an audience may come with: any one of them. */
export const securityOf = (audience: Audience | undefined, components: Components) =>
  (audience ? accepted[audience] : []).map((kind) => {
    const { name, description } = schemes[kind];
    components.refer("securitySchemes", name, { type: "apiKey", in: "header", name: "api-token", description });
    return { [name]: [] };
  });
