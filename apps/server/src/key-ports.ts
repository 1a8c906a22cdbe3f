import { type JwksPorts, jwksPorts } from "@repute/adapter-jwks";
import { systemClock } from "@repute/adapter-typeorm";
import { type Clock, invalid, isDomainError } from "@repute/domain";
import type { Config } from "./config.js";
import { newTokenKeys, requireTokenKeys } from "./token-keys.js";

/** Maps error codes to the environment variable that the error message names. */
const variables: Readonly<Record<string, string>> = {
  invalid_token_keys: "TOKEN_KEYS",
  invalid_origin: "JWK_URL_ALLOW",
};

/** Throws if a configured key or origin is invalid. Reads no file. */
export function checkKeys(config: Config): void {
  requireTokenKeys(config);
  keyPorts(config, config.tokenKeys ?? newTokenKeys(), systemClock).close();
}

/** Creates the ports for partners' keys and access tokens. Errors contain the name of the environment variable. */
export function keyPorts({ jwkUrlAllow }: Config, tokenKeys: string, clock: Clock): JwksPorts {
  try {
    return jwksPorts({ tokenKeys, allow: jwkUrlAllow, clock });
  } catch (error) {
    const variable = isDomainError(error) ? variables[error.code] : undefined;
    if (!isDomainError(error) || variable === undefined) throw error;
    throw invalid("invalid_configuration", `${variable}: ${error.message.replace(/^token keys: /, "")}`);
  }
}
