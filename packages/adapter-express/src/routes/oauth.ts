import { assertionType, scope } from "@repute/domain";
import type { Route } from "../route.js";
import { route } from "../route.js";
import { exactly } from "../schema.js";

const token = route({
  method: "post",
  path: "/oauth/token",
  operation: "exchangeAssertion",
  tag: "Access",
  summary: "Exchanges a client's signed assertion for an access token",
  access: "open",
  oauth: true,
  recorded: true,
  form: {
    title: "TokenRequest",
    type: "object",
    properties: {
      grant_type: { type: "string", description: "Always `client_credentials`", examples: ["client_credentials"] },
      client_assertion_type: { type: "string", description: `Always \`${assertionType}\``, examples: [assertionType] },
      client_assertion: {
        type: "string",
        description:
          "A JWT signed by RS384 with a key whose `kid` is in the set at the client's `jwk_url`; `iss` and `sub` the client's id, " +
          "`aud` this endpoint's URL, `iat`, `exp` at most 300 seconds after it, and a `jti` that was not used before",
        examples: ["eyJhbGciOiJSUzM4NCIsImtpZCI6IjIwMjYtMDYifQ.eyJpc3MiOiJycGNfLi4uIn0.c2lnbmF0dXJl"],
      },
    },
  },
  reply: {
    title: "AccessToken",
    ...exactly({
      access_token: {
        type: "string",
        description: "To be sent as it is, not to be read",
        examples: ["eyJ0eXAi.eyJ.x"],
      },
      token_type: { type: "string", enum: ["Bearer"], description: "How it is sent: `Authorization: Bearer ...`" },
      expires_in: { type: "integer", description: "For how many seconds it is good", examples: [300] },
      scope: { type: "string", description: "What it opens", examples: [scope] },
    }),
  },
  handle: async ({ access }, { form, admit }) => {
    const asked = {
      ...(form.grant_type !== undefined && { grantType: form.grant_type }),
      ...(form.client_assertion_type !== undefined && { clientAssertionType: form.client_assertion_type }),
      ...(form.client_assertion !== undefined && { clientAssertion: form.client_assertion }),
    };
    const issued = await access.exchangeToken(asked, admit);
    return {
      access_token: issued.accessToken,
      token_type: "Bearer" as const,
      expires_in: issued.expiresIn,
      scope: issued.scope,
    };
  },
});

const url = (description: string, path: string) =>
  ({ type: "string", description, examples: [`https://repute.example.com${path}`] }) as const;
const names = <const Name extends string>(description: string, ...values: readonly Name[]) =>
  ({ type: "array", description, items: { type: "string", enum: values }, examples: [values] }) as const;

const spoken = {
  token_endpoint: url("Where assertions are exchanged", "/oauth/token"),
  grant_types_supported: names("The grants that are taken", "client_credentials"),
  token_endpoint_auth_methods_supported: names("How clients say who they are", "private_key_jwt"),
  token_endpoint_auth_signing_alg_values_supported: names("How they sign", "RS384"),
  scopes_supported: names("What access tokens open", scope),
} as const;

/** What both documents say. */
const spokenAt = (tokenUrl: string) => ({
  token_endpoint: tokenUrl,
  grant_types_supported: ["client_credentials"] as const,
  token_endpoint_auth_methods_supported: ["private_key_jwt"] as const,
  token_endpoint_auth_signing_alg_values_supported: ["RS384"] as const,
  scopes_supported: [scope] as const,
});

const serverMetadata = route({
  method: "get",
  path: "/.well-known/oauth-authorization-server",
  operation: "describeTokenIssuer",
  tag: "Access",
  summary: "What issues access tokens, and how they are to be had (RFC 8414)",
  access: "open",
  caching: "revalidate",
  refuses: ["signed_assertions_off"],
  reply: {
    title: "TokenIssuer",
    ...exactly({
      issuer: url("The service's address", ""),
      ...spoken,
      response_types_supported: {
        type: "array",
        description: "None: nobody logs in here",
        items: { type: "string" },
        examples: [[]],
      },
    }),
  },
  handle: ({ access }) => {
    const { address, tokenUrl } = access.tokenEndpoint();
    return { issuer: address, ...spokenAt(tokenUrl), response_types_supported: [] };
  },
});

const smartConfiguration = route({
  method: "get",
  path: "/.well-known/smart-configuration",
  operation: "describeSmartConfiguration",
  tag: "Access",
  summary: "The same as SMART Backend Services has it",
  access: "open",
  caching: "revalidate",
  refuses: ["signed_assertions_off"],
  reply: {
    title: "SmartConfiguration",
    ...exactly({ ...spoken, capabilities: names("Of SMART's capabilities", "client-confidential-asymmetric") }),
  },
  handle: ({ access }) => ({
    ...spokenAt(access.tokenEndpoint().tokenUrl),
    capabilities: ["client-confidential-asymmetric"] as const,
  }),
});

/** How partners come to an access token. */
export const oauthRoutes: readonly Route[] = [token, serverMetadata, smartConfiguration];
