import { type AccessClaims, type AccessTokens, parseId } from "@repute/domain";
import { sign, type SignOptions, verify } from "jsonwebtoken";
import type { TokenKey } from "./key-ring.js";

const maxLength = 4_096;

/** Signs access tokens (RFC 9068 `at+jwt`) with HS256 and the first key. Verifies tokens with all keys. */
export function jwtAccessTokens(keys: readonly [TokenKey, ...TokenKey[]]): AccessTokens {
  const [signing] = keys;
  const options = signOptions(signing);
  // Compare the encoded header with the expected headers. A token with another algorithm, type or key is not decoded.
  const secrets = new Map(keys.map((key) => [headerOf(key), key.secret]));
  return {
    sign: ({ iss, aud, sub, acc, iat, exp, jti }) =>
      sign({ iss, aud, sub, acc, iat, exp, jti }, signing.secret, options),
    verify(text) {
      const secret = text.length <= maxLength && secrets.get(text.slice(0, text.indexOf(".")));
      return secret ? claimsOf(verified(text, secret)) : undefined;
    },
  };
}

const signOptions = ({ kid }: TokenKey): SignOptions => ({
  algorithm: "HS256",
  header: { alg: "HS256", typ: "at+jwt", kid },
});

const headerOf = (key: TokenKey): string => {
  const token = sign({}, key.secret, signOptions(key));
  return token.slice(0, token.indexOf("."));
};

/** Verifies a token. Returns `undefined` if the library throws. */
function verified(text: string, secret: TokenKey["secret"]): unknown {
  try {
    return verify(text, secret, { algorithms: ["HS256"], ignoreExpiration: true });
  } catch {
    return undefined;
  }
}

function claimsOf(payload: unknown): AccessClaims | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  const { iss, aud, sub, jti, iat, exp, acc: account } = payload as Readonly<Record<string, unknown>>;
  const acc = parseId<AccessClaims["acc"]>(account);
  if (!areTexts([iss, aud, sub, jti]) || !Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) return undefined;
  return acc && ({ iss, aud, sub, acc, iat, exp, jti } as AccessClaims);
}

const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === "string");
