import { assertionType, scopes } from "@repute/domain";
import { type Route, route } from "../route.js";
import { exactly } from "../schema.js";

const token = route({
  method: "post",
  path: "/oauth/token",
  operation: "exchangeAssertion",
  tag: "Access",
  summary: "Exchange an assertion for an access token",
  description:
    "Issues an access token to a registered client that signs a JWT assertion (RFC 7523). Reuse the token until it expires, then " +
    "send a new assertion. Each assertion is accepted only once and must expire at most 300 seconds after it is issued. If authentication fails, the response is 401 and " +
    "does not show the cause.",
  access: "open",
  oauth: true,
  recorded: true,
  form: {
    title: "TokenRequest",
    type: "object",
    properties: {
      grant_type: { type: "string", description: "Always `client_credentials`.", examples: ["client_credentials"] },
      client_assertion_type: { type: "string", description: `Always \`${assertionType}\`.`, examples: [assertionType] },
      client_assertion: {
        type: "string",
        description:
          "JWT signed with RS384. Its `kid` must be in the key set at the client's `jwk_url`. `iss` and `sub` are the client id, and `aud` is " +
          "the URL of this endpoint. `exp` is at most 300 seconds after `iat`, and `jti` is unique per assertion.",
        examples: ["eyJhbGciOiJSUzM4NCIsImtpZCI6IjIwMjYtMDYifQ.eyJpc3MiOiJycGNfLi4uIn0.c2lnbmF0dXJl"],
      },
      client_id: {
        type: "string",
        description: "Optional. If sent, it must be the client id in the assertion.",
        examples: ["rpc_5rTg"],
      },
      scope: {
        type: "string",
        description:
          "Wanted scopes, separated by spaces. Defaults to all scopes of the client. A scope that the client lacks is an error.",
        examples: [scopes[0]],
      },
    },
  },
  reply: {
    title: "AccessToken",
    ...exactly({
      access_token: {
        type: "string",
        description: "Opaque access token. Send it unchanged; do not parse it.",
        examples: ["eyJ0eXAi.eyJ.x"],
      },
      token_type: {
        type: "string",
        enum: ["Bearer"],
        description: "Token type. Send the token as `Authorization: Bearer <access_token>`.",
      },
      expires_in: { type: "integer", description: "Lifetime of the token in seconds.", examples: [300] },
      scope: {
        type: "string",
        description: "Scopes of the token, separated by spaces.",
        examples: [scopes[0]],
      },
    }),
  },
  handle: async ({ access }, { form, admit, origin }) => {
    const tokenRequest = {
      ...(form.grant_type !== undefined && { grantType: form.grant_type }),
      ...(form.client_assertion_type !== undefined && { clientAssertionType: form.client_assertion_type }),
      ...(form.client_assertion !== undefined && { clientAssertion: form.client_assertion }),
      ...(form.client_id !== undefined && { clientId: form.client_id }),
      ...(form.scope !== undefined && { scope: form.scope }),
    };
    const issued = await access.exchangeToken(tokenRequest, admit, origin);
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

const metadata = {
  token_endpoint: url("URL of the token endpoint.", "/oauth/token"),
  grant_types_supported: names("Supported grant types.", "client_credentials"),
  token_endpoint_auth_methods_supported: names("Supported methods of client authentication.", "private_key_jwt"),
  token_endpoint_auth_signing_alg_values_supported: names("Supported signature algorithms for assertions.", "RS384"),
  scopes_supported: names("Scopes of access tokens.", ...scopes),
} as const;

/** Returns the members that both OAuth metadata documents have in common. */
const metadataAt = (tokenUrl: string) => ({
  token_endpoint: tokenUrl,
  grant_types_supported: ["client_credentials"] as const,
  token_endpoint_auth_methods_supported: ["private_key_jwt"] as const,
  token_endpoint_auth_signing_alg_values_supported: ["RS384"] as const,
  scopes_supported: scopes,
});

const serverMetadata = route({
  method: "get",
  path: "/.well-known/oauth-authorization-server",
  operation: "describeTokenIssuer",
  tag: "Access",
  summary: "Get the authorization server metadata",
  description:
    "Metadata of the authorization server (RFC 8414). OAuth libraries can use the metadata to configure themselves. Needs no credential. Returns 404 if the " +
    "service does not issue access tokens.",
  access: "open",
  caching: "revalidate",
  refuses: ["signed_assertions_off"],
  reply: {
    title: "TokenIssuer",
    ...exactly({
      issuer: url("Base URL of the service.", ""),
      ...metadata,
      response_types_supported: {
        type: "array",
        description: "Always empty, because there is no interactive sign-in.",
        items: { type: "string" },
        examples: [[]],
      },
    }),
  },
  handle: ({ access }) => {
    const { address, tokenUrl } = access.tokenEndpoint();
    return { issuer: address, ...metadataAt(tokenUrl), response_types_supported: [] };
  },
});

const smartConfiguration = route({
  method: "get",
  path: "/.well-known/smart-configuration",
  operation: "describeSmartConfiguration",
  tag: "Access",
  summary: "Get the SMART configuration",
  description:
    "Metadata of the authorization server, in the format of SMART Backend Services. The token endpoint and the algorithms are the same as in " +
    "`/.well-known/oauth-authorization-server`. Needs no credential. Returns 404 if the service does not issue access tokens.",
  access: "open",
  caching: "revalidate",
  refuses: ["signed_assertions_off"],
  reply: {
    title: "SmartConfiguration",
    ...exactly({ ...metadata, capabilities: names("Supported SMART capabilities.", "client-confidential-asymmetric") }),
  },
  handle: ({ access }) => ({
    ...metadataAt(access.tokenEndpoint().tokenUrl),
    capabilities: ["client-confidential-asymmetric"] as const,
  }),
});

/** Routes of the token endpoint and its metadata. */
export const oauthRoutes: readonly Route[] = [token, serverMetadata, smartConfiguration];
