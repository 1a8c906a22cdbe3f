import type { Config } from "./config.js";

/** Returns a warning for each setting that is allowed but risky. `local` is the address that is used without `BASE_URL`. */
export const riskyOf = ({ smtp, baseUrl, jwkUrlAllow, trustProxy }: Config, local: string): readonly string[] => [
  ...(smtp && baseUrl === undefined ? [localLinks(local)] : []),
  ...(jwkUrlAllow.length > 0 ? [exempt(jwkUrlAllow)] : []),
  ...(trustProxy === true ? [everyProxy] : []),
];

const exempt = (origins: readonly string[]): string =>
  `JWK_URL_ALLOW permits key sets of partners on any network, including private networks, at these origins: ${origins.join(", ")}`;

const localLinks = (baseUrl: string): string =>
  `BASE_URL is not set. Links in invitations point to ${baseUrl}, which recipients may not be able to reach.`;

const everyProxy =
  "TRUST_PROXY=true trusts the X-Forwarded-For header of every client, so clients can evade rate limits. Set it to the addresses of your proxies.";
