import { isBase64url, parseBase64url } from "../kernel/base64url.js";
import { type Instant, second } from "../kernel/instant.js";
import { type JsonObject, parseJsonObject } from "../kernel/json-object.js";

/** Well-formed client assertion. Its signature has not been verified yet. */
export type ClientAssertion = {
  readonly clientId: string;
  readonly kid: string;
  /** Id of the assertion, unique within its client. */
  readonly jti: string;
  readonly expiresAt: Instant;
  /** Complete text of the assertion, needed to verify the signature. */
  readonly text: string;
};

/** Reason for rejecting an assertion. Logged and audited, but not returned to the caller. */
export type AssertionRefusal =
  | "not_a_text"
  | "too_long"
  | "not_three_parts"
  | "not_base64url"
  | "header_unreadable"
  | "payload_unreadable"
  | "wrong_alg"
  | "wrong_kid"
  | "extension_in_header"
  | "wrong_typ"
  | "iss_is_not_sub"
  | "wrong_aud"
  | "wrong_times"
  | "wrong_lifetime"
  | "expired"
  | "issued_in_future"
  | "not_yet_valid"
  | "wrong_jti";

/** Reason for rejecting an assertion, and the client id that the assertion claims, if any. */
export type UnreadAssertion = { readonly refusal: AssertionRefusal; readonly claimed?: string };

/** Values that an assertion is checked against: the token URL as the expected audience, and the current time. */
export type AssertionContext = { readonly tokenUrl: string; readonly now: Instant };

const maxLength = 8_192;
const lifetime = 300;
/** Maximum time that a partner's clock may be ahead of the service's clock, in seconds. */
const skew = 30;

// Header parameters that are rejected because a parser that ignores them would misinterpret the token.
const extensions = ["crit", "b64", "zip", "enc", "cty"] as const;
const typs: readonly unknown[] = [undefined, "JWT", "client-authentication+jwt"];

/** Parses an assertion and checks its form without any lookup. Never throws, whatever `text` contains. */
export function readAssertion(
  text: unknown,
  context: AssertionContext,
): { readonly assertion: ClientAssertion } | UnreadAssertion {
  if (typeof text !== "string") return { refusal: "not_a_text" };
  const parts = partsOf(text);
  if (typeof parts === "string") return { refusal: parts };
  const [header, payload] = [parseJsonObject(parts.header), parseJsonObject(parts.payload)];
  if (!header) return { refusal: "header_unreadable" };
  if (!payload) return { refusal: "payload_unreadable" };
  const refusal = wrongInHeader(header) ?? wrongInPayload(payload, context);
  if (refusal === undefined) return { assertion: assertionOf(header, payload, text) };
  const { iss } = payload;
  return { refusal, ...(isName(iss, maxLength) && { claimed: iss }) };
}

function partsOf(text: string): { readonly header: Uint8Array; readonly payload: Uint8Array } | AssertionRefusal {
  if (text.length > maxLength) return "too_long";
  const [head, body, signature, more] = text.split(".", 4);
  if (head === undefined || body === undefined || !signature || more !== undefined) return "not_three_parts";
  const [header, payload] = [parseBase64url(head), parseBase64url(body)];
  return header && payload && isBase64url(signature) ? { header, payload } : "not_base64url";
}

function wrongInHeader(header: JsonObject): AssertionRefusal | undefined {
  if (header["alg"] !== "RS384") return "wrong_alg";
  if (!isName(header["kid"], 256)) return "wrong_kid";
  if (extensions.some((name) => Object.hasOwn(header, name))) return "extension_in_header";
  return typs.includes(header["typ"]) ? undefined : "wrong_typ";
}

function wrongInPayload(payload: JsonObject, { tokenUrl, now }: AssertionContext): AssertionRefusal | undefined {
  const { iss, sub, aud, jti } = payload;
  if (!isName(iss, maxLength) || iss !== sub) return "iss_is_not_sub";
  if ((Array.isArray(aud) && aud.length === 1 ? aud[0] : aud) !== tokenUrl) return "wrong_aud";
  return wrongTime(payload, now / second) ?? (isName(jti, 255) ? undefined : "wrong_jti");
}

/** Checks the claims `iat`, `exp` and `nbf`. `now` is in seconds. */
function wrongTime({ iat, exp, nbf = iat }: JsonObject, now: number): AssertionRefusal | undefined {
  if (!isTime(iat) || !isTime(exp) || !isTime(nbf)) return "wrong_times";
  if (exp <= iat || exp - iat > lifetime) return "wrong_lifetime";
  if (exp <= now) return "expired";
  if (iat > now + skew) return "issued_in_future";
  return nbf > now + skew ? "not_yet_valid" : undefined;
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

/** True for a non-empty string that all databases can store unchanged. */
const isName = (value: unknown, max: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= max && value.isWellFormed() && !value.includes("\0");

const assertionOf = (header: JsonObject, payload: JsonObject, text: string): ClientAssertion => ({
  clientId: payload["iss"] as string,
  kid: header["kid"] as string,
  jti: payload["jti"] as string,
  expiresAt: ((payload["exp"] as number) * second) as Instant,
  text,
});
