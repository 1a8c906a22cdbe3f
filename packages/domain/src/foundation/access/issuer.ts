import { notFound } from "../kernel/domain-error.js";

/** Host configuration for access tokens. */
export type IssuerOptions = {
  /** Public base URL of the service, without a trailing slash. If omitted, the service issues no access tokens. */
  readonly baseUrl?: string | (() => string);
  /** Lifetime of an access token in whole seconds, from 1 to 3,600. Defaults to 300. */
  readonly accessTokenSeconds?: number;
};

/** Issuer of access tokens. `seconds` is the lifetime of a token. */
export type Issuer = {
  /** Returns the base URL, or `undefined` if it is not configured. */
  address(): string | undefined;
  readonly seconds: number;
};

/** Scope of access tokens. */
export const scope = "data-sync.read";

const maxLifetime = 3_600;

/** Creates the issuer from options. Throws `RangeError` for an invalid lifetime. */
export function issuerOf({ baseUrl, accessTokenSeconds = 300 }: IssuerOptions): Issuer {
  const isLifetime =
    Number.isInteger(accessTokenSeconds) && accessTokenSeconds >= 1 && accessTokenSeconds <= maxLifetime;
  if (!isLifetime) throw new RangeError(`accessTokenSeconds must be a whole number from 1 to ${maxLifetime}`);
  return { address: () => (typeof baseUrl === "function" ? baseUrl() : baseUrl), seconds: accessTokenSeconds };
}

/** Returns the base URL and the token URL. Throws `signed_assertions_off` if the base URL is not configured. */
export function tokenEndpoint(issuer: Issuer): { readonly address: string; readonly tokenUrl: string } {
  const address = issuer.address();
  if (address !== undefined) return { address, tokenUrl: `${address}/oauth/token` };
  throw notFound("signed_assertions_off", "this service does not issue access tokens");
}
