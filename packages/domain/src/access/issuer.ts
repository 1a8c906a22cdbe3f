import { notFound } from "../kernel/domain-error.js";

/** What a host decides about access tokens. */
export type IssuerOptions = {
  /** The service's address as its callers see it, without a trailing slash; without it no assertion is exchanged. */
  readonly baseUrl?: string | (() => string);
  /** For how many whole seconds an access token is good, 3,600 at most; 300 when absent. */
  readonly accessTokenSeconds?: number;
};

/** Who issues access tokens, and for how long they are good. */
export type Issuer = {
  /** The service's address; `undefined` where none was given. */
  address(): string | undefined;
  readonly seconds: number;
};

/** What access tokens open. */
export const scope = "data-sync.read";

const longest = 3_600;

/** The issuer that these options describe; a lifetime that is none is a `RangeError`. */
export function issuerOf({ baseUrl, accessTokenSeconds = 300 }: IssuerOptions): Issuer {
  const isLifetime = Number.isInteger(accessTokenSeconds) && accessTokenSeconds >= 1 && accessTokenSeconds <= longest;
  if (!isLifetime) throw new RangeError(`accessTokenSeconds must be a whole number from 1 to ${longest}`);
  return { address: () => (typeof baseUrl === "function" ? baseUrl() : baseUrl), seconds: accessTokenSeconds };
}

/** The address of who issues access tokens, and where; `signed_assertions_off` where nobody does. */
export function tokenEndpoint(issuer: Issuer): { readonly address: string; readonly tokenUrl: string } {
  const address = issuer.address();
  if (address !== undefined) return { address, tokenUrl: `${address}/oauth/token` };
  throw notFound("signed_assertions_off", "this service does not issue access tokens");
}
