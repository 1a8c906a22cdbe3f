import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { invalid, type Signed, type SignedRequest, type TrackerKeys, type TrackerKind } from "@repute/domain";
import { sealing, type TokenKeys } from "./sealing.js";

/** Encrypts the keys of trackers. Verifies signatures in constant time. */
export function sealedTrackerKeys(keys: TokenKeys): TrackerKeys {
  const { seal, open } = sealing(keys, "tracker keys");
  return {
    async seal(kind, id, key) {
      checkKey(kind, key);
      return seal(id, key);
    },
    verify({ kind, id }, sealed, request) {
      const signatures = sealed.map((one) => {
        const key = open(id, one);
        return key && signatureRules[kind](key, request);
      });
      return signatures.find((one) => one !== undefined);
    },
  };
}

const [minKey, maxKey] = [8, 200];
const standardKey = /^(?:whsec_)?([A-Za-z0-9+/]{32,}={0,2})$/;

/** Throws `invalid_tracker_key` if a key cannot be a key of this kind of tracker. */
function checkKey(kind: TrackerKind, key: string): void {
  const refuse = (expected: string) => invalid("invalid_tracker_key", `the key must be ${expected}`);
  if (key.length < minKey || key.length > maxKey || !/^[\x21-\x7e]+$/.test(key))
    throw refuse(`${minKey} to ${maxKey} visible ASCII characters`);
  if (kind === "generic" && !standardKey.test(key))
    throw refuse(
      "at least 24 bytes in Base64, as Standard Webhooks requires (to create a key: openssl rand -base64 32)",
    );
}

const hmac = (hash: "sha1" | "sha256", key: Buffer, ...parts: readonly (string | Uint8Array)[]): string =>
  parts.reduce((sum, part) => sum.update(part), createHmac(hash, key)).digest("base64");

/** Compares two strings in constant time. */
function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}

/** Unix time in seconds as a call tracker writes it in a header. */
const milliseconds = (text: string): number | undefined => (/^\d{9,11}$/.test(text) ? Number(text) * 1_000 : undefined);

type Verify = (key: Buffer, request: SignedRequest) => Signed | undefined;

/** Verifies what each kind of tracker signs, as the provider documents it. */
export const signatureRules: Readonly<Record<TrackerKind, Verify>> = {
  callrail: (key, { body, header }) => (isSame(hmac("sha1", key, body), header("signature")) ? {} : undefined),

  calltrackingmetrics(key, { body, header }) {
    const at = milliseconds(header("x-ctm-time"));
    const isValid = isSame(hmac("sha1", key, header("x-ctm-time"), body), header("x-ctm-signature"));
    return isValid && at !== undefined ? { at } : undefined;
  },

  twilio(key, { url, body, isForm, header }) {
    if (url === undefined) return undefined;
    if (!isForm && !isSame(sha256(body), new URL(url).searchParams.get("bodySHA256") ?? "")) return undefined;
    const parameters = isForm ? sortedParameters(body) : "";
    // Twilio signs the URL with the port or without it.
    const isValid = spellings(url).map((one) =>
      isSame(hmac("sha1", key, one, parameters), header("x-twilio-signature")),
    );
    return isValid.includes(true) ? {} : undefined;
  },

  /** Standard Webhooks (standardwebhooks.com). The header can have several signatures. */
  generic(key, { body, header }) {
    const [id, time] = [header("webhook-id"), header("webhook-timestamp")];
    const at = milliseconds(time);
    const secret = Buffer.from(standardKey.exec(key.toString())?.[1] ?? "", "base64");
    const expected = `v1,${hmac("sha256", secret, `${id}.${time}.`, body)}`;
    const isValid = header("webhook-signature")
      .split(" ")
      .map((one) => isSame(expected, one));
    return isValid.includes(true) && at !== undefined && id !== "" ? { at, id } : undefined;
  },
};

const sha256 = (body: Uint8Array): string => createHash("sha256").update(body).digest("hex");

/** Returns the parameters of a form as Twilio signs them: names with values, sorted, each pair once. */
function sortedParameters(body: Uint8Array): string {
  const pairs = [...new URLSearchParams(Buffer.from(body).toString())];
  const unique = new Map(pairs.map((pair) => [JSON.stringify(pair), pair]));
  const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  return [...unique.values()]
    .sort(([name, value], [other, another]) => order(name, other) || order(value, another))
    .map(([name, value]) => name + value)
    .join("");
}

/** Returns a URL without a port, and with the port that the scheme implies if it has none. */
function spellings(url: string): readonly string[] {
  const { protocol, host, port, hostname } = new URL(url);
  const rest = url.slice(url.indexOf("/", url.indexOf("//") + 2));
  const credentials = url
    .slice(url.indexOf("//") + 2, url.indexOf("/", url.indexOf("//") + 2))
    .split("@")
    .slice(0, -1);
  const user = credentials.map((one) => `${one}@`).join("");
  const full = port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
  return [`${protocol}//${user}${hostname}${rest}`, `${protocol}//${user}${full}${rest}`];
}
