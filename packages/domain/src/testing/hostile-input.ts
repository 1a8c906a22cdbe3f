import type { Client } from "../foundation/access/access-ports.js";
import type { AssertionRefusal } from "../foundation/access/exchange-token.js";
import { type Instant, second } from "../foundation/kernel/times.js";
import { memorySignature } from "../memory/memory-ports.js";

type Json = Record<string, unknown>;

/** A client's header, payload and signing function, from which tests make valid assertions. */
export type AssertionMaker = {
  readonly header: { readonly alg: "RS384"; readonly kid: string };
  readonly payload: {
    readonly iss: string;
    readonly sub: string;
    readonly aud: string;
    readonly iat: number;
    readonly exp: number;
    readonly jti: string;
  };
  encode(bytes: Uint8Array): string;
  /** Returns the base64url signature of a string. */
  sign(signed: string): string;
};

/** Malformed assertion with a valid signature. */
export type HostileAssertion = {
  readonly name: string;
  readonly refusal: AssertionRefusal;
  readonly text: unknown;
};

/** Creates a signed assertion from the JSON strings of its header and payload. */
export function signedJson({ encode, sign }: AssertionMaker, header: string, payload: string): string {
  const signed = [header, payload].map((json) => encode(new TextEncoder().encode(json))).join(".");
  return `${signed}.${sign(signed)}`;
}

export const goodAssertion = (maker: AssertionMaker, header: Json = {}, payload: Json = {}): string =>
  signedJson(maker, JSON.stringify({ ...maker.header, ...header }), JSON.stringify({ ...maker.payload, ...payload }));

/** Returns assertions with every known malformation. All assertions are signed with the client's key. */
export function hostileAssertions(maker: AssertionMaker): readonly HostileAssertion[] {
  return [...texts(maker), ...encodings(maker), ...jsonForms(maker), ...headers(maker), ...payloads(maker)];
}

function texts(maker: AssertionMaker): HostileAssertion[] {
  const good = goodAssertion(maker);
  const [head = "", body = "", signature = ""] = good.split(".");
  const noText: readonly (readonly [string, unknown])[] = [
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["a list with a valid assertion", [good]],
    ["an object that prints as a valid assertion", { toString: () => good }],
    ["a valid assertion as a String object", Object(good)],
  ];
  const notThree: readonly (readonly [string, string])[] = [
    ["an empty string", ""],
    ["one part", head],
    ["two parts", `${head}.${body}`],
    ["no signature", `${head}.${body}.`],
    ["an extra period at the end", `${good}.`],
    ["a fourth part", `${good}.${signature}`],
    ["the five parts of an encrypted token", `${head}.${body}.${signature}.${body}.${signature}`],
    ["only periods", ".".repeat(8_000)],
  ];
  return [
    ...noText.map(([name, text]) => ({ name, refusal: "not_a_text" as const, text })),
    ...notThree.map(([name, text]) => ({ name, refusal: "not_three_parts" as const, text })),
    { name: "more than 8 KB", refusal: "too_long", text: goodAssertion(maker, {}, { pad: "x".repeat(8_192) }) },
    { name: "a megabyte", refusal: "too_long", text: `${head}.${"A".repeat(1_000_000)}.${signature}` },
    { name: "a signature of 8 KB", refusal: "too_long", text: `${good}${"A".repeat(8_192)}` },
  ];
}

function encodings(maker: AssertionMaker): HostileAssertion[] {
  const good = goodAssertion(maker);
  const [head = "", body = "", signature = ""] = good.split(".");
  const changed = (name: string, text: string): HostileAssertion => ({ name, refusal: "not_base64url", text });
  return [
    changed("a space before", ` ${good}`),
    changed("a line feed after", `${good}\n`),
    changed("a tab within", `${head}.\t${body}.${signature}`),
    changed("a NUL within", `${head}.${body}.${signature}\0`),
    changed("the scheme before", `Bearer ${good}`),
    changed("quotes around", `"${good}"`),
    changed("padding after the header", `${head}=.${body}.${signature}`),
    changed("padding after the payload", `${head}.${body}==.${signature}`),
    changed("padding after the signature", `${head}.${body}.${signature}==`),
    changed("a plus in the signature", `${head}.${body}.+${signature.slice(1)}`),
    changed("a slash in the signature", `${head}.${body}./${signature.slice(1)}`),
    changed("a percent-escape", `${head}.${body}.%41${signature.slice(1)}`),
    changed("a letter beyond ASCII", `${head}.${body}.é${signature.slice(1)}`),
    changed("a wide letter", `${head}.${body}.Ａ${signature.slice(1)}`),
    changed("one character over in the header", `${withRemainder(head)}.${body}.${signature}`),
    changed("one character over in the signature", `${head}.${body}.${withRemainder(signature)}`),
    changed("stray bits after the header", `${head.slice(0, -(head.length % 4))}AB.${body}.${signature}`),
    changed("stray bits after the signature", `${head}.${body}.${signature.slice(0, 4)}AAB`),
  ];
}

/** Changes a base64url string so that its length is invalid. */
const withRemainder = (text: string) => text.slice(0, text.length - (text.length % 4)) + "A";

function jsonForms(maker: AssertionMaker): HostileAssertion[] {
  const [header, payload] = [JSON.stringify(maker.header), JSON.stringify(maker.payload)];
  const { aud, exp, jti } = maker.payload;
  const inside = (json: string, more: string) => `${json.slice(0, -1)},${more}}`;
  const bent: readonly (readonly [string, (json: string) => string])[] = [
    ["is empty", () => ""],
    ["is null", () => "null"],
    ["is a number", () => "384"],
    ["is a string", (json) => JSON.stringify(json)],
    ["is a list", (json) => `[${json}]`],
    ["is truncated", (json) => json.slice(0, -1)],
    ["has another object after it", (json) => `${json}{}`],
    ["has a byte order mark", (json) => `\uFEFF${json}`],
    ["has a comment", (json) => `${json}//`],
    ["has a trailing comma", (json) => `${json.slice(0, -1)},}`],
    ["has single quotes", (json) => json.replaceAll('"', "'")],
    ["has a raw line feed in a string", (json) => inside(json, '"x":"\n"')],
    ["has NaN", (json) => inside(json, '"x":NaN')],
    ["has a duplicate member in a nested object", (json) => inside(json, '"x":[{"y":1,"y":1}]')],
    ["has a duplicate __proto__", (json) => inside(json, '"__proto__":{},"__proto__":{}')],
    ["is nested 1,000 levels deep", (json) => inside(json, `"x":${"[".repeat(1_000)}${"]".repeat(1_000)}`)],
  ];
  return [
    ...bent.flatMap(([name, bend]): HostileAssertion[] => [
      { name: `a header that ${name}`, refusal: "header_unreadable", text: signedJson(maker, bend(header), payload) },
      { name: `a payload that ${name}`, refusal: "payload_unreadable", text: signedJson(maker, header, bend(payload)) },
    ]),
    ...[`"alg":"RS384"`, `"alg":"none"`, `"\\u0061lg":"RS384"`, `"kid":"other"`].map((more): HostileAssertion => ({
      name: `a header with a second ${more}`,
      refusal: "header_unreadable",
      text: signedJson(maker, inside(header, more), payload),
    })),
    ...[`"iss":"other"`, `"sub":"other"`, `"aud":"${aud}"`, `"exp":${exp + 60}`, `"jti":"${jti}"`].map(
      (more): HostileAssertion => ({
        name: `a payload with a second ${more.slice(0, 6)}`,
        refusal: "payload_unreadable",
        text: signedJson(maker, header, inside(payload, more)),
      }),
    ),
    { name: "a header that is not UTF-8", refusal: "header_unreadable", text: withBytes(maker, header, payload, 0) },
    { name: "a payload that is not UTF-8", refusal: "payload_unreadable", text: withBytes(maker, header, payload, 1) },
  ];
}

/** Creates an assertion with a byte that is invalid in UTF-8, either in the header or in the payload. */
function withBytes({ encode, sign }: AssertionMaker, header: string, payload: string, part: 0 | 1): string {
  const parts = [header, payload].map((json) => new TextEncoder().encode(json));
  const bytes = parts[part] ?? new Uint8Array();
  bytes[bytes.length - 2 - 1] = 0xff;
  const signed = parts.map(encode).join(".");
  return `${signed}.${sign(signed)}`;
}

function headers(maker: AssertionMaker): HostileAssertion[] {
  const changed = (refusal: AssertionRefusal, name: string, header: Json): HostileAssertion => ({
    name,
    refusal,
    text: goodAssertion(maker, header),
  });
  const algs = ["none", "None", "HS256", "HS384", "RS256", "RS512", "PS384", "ES384", "rs384", "RS384 ", "", null, 384];
  const kids = [undefined, null, "", 1, true, {}, [maker.header.kid], "k".repeat(257), "k\0", "\ud800"];
  const typs = ["", "jw", "at+jwt", "JOSE", "dpop+jwt", "text/jwt", "application/", null, 1, ["JWT"]];
  return [
    changed("wrong_alg", "no alg", { alg: undefined }),
    changed("wrong_alg", "a list of algs", { alg: ["RS384"] }),
    ...algs.map((alg) => changed("wrong_alg", `alg ${JSON.stringify(alg)}`, { alg })),
    ...kids.map((kid) => changed("wrong_kid", `kid ${String(JSON.stringify(kid)).slice(0, 20)}`, { kid })),
    ...typs.map((typ) => changed("wrong_typ", `typ ${JSON.stringify(typ)}`, { typ })),
    changed("extension_in_header", "crit of an unknown extension", { crit: ["exp"], exp: 1 }),
    changed("extension_in_header", "an empty crit", { crit: [] }),
    changed("extension_in_header", "crit null", { crit: null }),
    changed("extension_in_header", "an unencoded payload", { crit: ["b64"], b64: false }),
    changed("extension_in_header", "b64 without crit", { b64: true }),
    changed("extension_in_header", "a compressed payload", { zip: "DEF" }),
    changed("extension_in_header", "an encrypted payload", { enc: "A256GCM" }),
    changed("extension_in_header", "a nested token", { cty: "JWT" }),
  ];
}

function payloads(maker: AssertionMaker): HostileAssertion[] {
  const { iss, aud, iat } = maker.payload;
  const changed = (refusal: AssertionRefusal, name: string, payload: Json): HostileAssertion => ({
    name,
    refusal,
    text: goodAssertion(maker, {}, payload),
  });
  const auds = [
    undefined,
    null,
    "",
    [],
    [aud.replace("/oauth/token", "")],
    [aud, "other"],
    [[aud]],
    { 0: aud },
    `${aud}/`,
    `${aud}?`,
    `${aud} `,
  ];
  const hosts = [
    aud.toUpperCase(),
    aud.replace(/^https?/, "ftp"),
    aud.slice(0, -1),
    `${aud}\0`,
    aud.replace("/oauth", ""),
  ];
  const notTimes = [undefined, null, String(iat), true, [iat], {}, 2 ** 53];
  return [
    changed("iss_is_not_sub", "no iss", { iss: undefined }),
    changed("iss_is_not_sub", "no sub", { sub: undefined }),
    changed("iss_is_not_sub", "neither iss nor sub", { iss: undefined, sub: undefined }),
    changed("iss_is_not_sub", "another sub", { sub: "other" }),
    changed("iss_is_not_sub", "sub in capitals", { sub: iss.toUpperCase() }),
    changed("iss_is_not_sub", "empty iss and sub", { iss: "", sub: "" }),
    changed("iss_is_not_sub", "numbers for iss and sub", { iss: 1, sub: 1 }),
    changed("iss_is_not_sub", "null for iss and sub", { iss: null, sub: null }),
    changed("iss_is_not_sub", "lists for iss and sub", { iss: [iss], sub: [iss] }),
    changed("iss_is_not_sub", "a NUL in iss and sub", { iss: `${iss}\0`, sub: `${iss}\0` }),
    ...[...auds, ...hosts].map((other) => changed("wrong_aud", `aud ${JSON.stringify(other)}`, { aud: other })),
    ...notTimes.map((time) => changed("wrong_times", `iat ${JSON.stringify(time)}`, { iat: time })),
    ...notTimes.map((time) => changed("wrong_times", `exp ${JSON.stringify(time)}`, { exp: time })),
    ...notTimes.slice(1).map((time) => changed("wrong_times", `nbf ${JSON.stringify(time)}`, { nbf: time })),
    changed("wrong_lifetime", "a lifetime of 301 seconds", { exp: iat + 301 }),
    changed("wrong_lifetime", "a lifetime of a day", { exp: iat + 86_400 }),
    changed("wrong_lifetime", "no lifetime", { exp: iat }),
    changed("wrong_lifetime", "a lifetime below zero", { exp: iat - 1 }),
    changed("wrong_lifetime", "milliseconds for seconds", { iat: iat * 1_000, exp: iat * 1_000 + 300_000 }),
    changed("wrong_lifetime", "an exp that never comes", { exp: Number.MAX_SAFE_INTEGER }),
    changed("expired", "an exp of now", { iat: iat - 60, exp: iat }),
    changed("expired", "an assertion of yesterday", { iat: iat - 86_400, exp: iat - 86_100 }),
    changed("expired", "an assertion of before 1970", { iat: -300, exp: -1 }),
    changed("issued_in_future", "an iat 31 seconds ahead", { iat: iat + 31, exp: iat + 331 }),
    changed("issued_in_future", "an iat years ahead", { iat: 2 * iat, exp: 2 * iat + 300 }),
    changed("not_yet_valid", "an nbf 31 seconds ahead", { nbf: iat + 31 }),
    changed("not_yet_valid", "an nbf years ahead", { nbf: 2 * iat }),
    ...[undefined, null, "", 1, true, {}, ["a"], "j".repeat(256), "j\0", "\udc00"].map((jti) =>
      changed("wrong_jti", `jti ${String(JSON.stringify(jti)).slice(0, 20)}`, { jti }),
    ),
  ];
}

/** Creates a client in memory. Returns the header, payload and signing function for the client's assertions in tests. */
export function memoryClient(
  { clientId }: Pick<Client, "clientId">,
  { tokenUrl, now, jti = "a-1", kid = "2026-06" }: { tokenUrl: string; now: Instant; jti?: string; kid?: string },
): AssertionMaker {
  const iat = Math.floor(now / second);
  return {
    header: { alg: "RS384", kid },
    payload: { iss: clientId, sub: clientId, aud: tokenUrl, iat, exp: iat + 300, jti },
    encode: base64url,
    sign: (signed) => memorySignature({ clientId }, kid, signed),
  };
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function base64url(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const sextets = bits.match(/.{1,6}/g) ?? [];
  return sextets.map((sextet) => digits[Number.parseInt(sextet.padEnd(6, "0"), 2)]).join("");
}

const filled = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Generators of strings that cause careless normalization or regular expressions to take quadratic time. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  "combining marks": (length) => `a${filled("\u0301")(length / 2)}${filled("\u0323")(length / 2 - 1)}`,
  "marks in turn": filled("\u0301\u0323"),
  ligatures: filled("\ufdfa"),
  "joined people": filled("\u{1f468}\u200d\u{1f469}\u200d"),
  spaces: (length) => `${filled(" ")(length - 1)}x`,
  "tabs and spaces": (length) => `x${filled("\t ")(length - 2)}x`,
  "no-break spaces": (length) => `${filled("\u00a0")(length - 1)}x`,
  digits: filled("1"),
  "digits with extensions": filled("1x"),
  zeros: filled("0"),
  "words that grow in lower case": filled("\u0130"),
  hyphens: filled("-"),
  commas: filled(","),
  dots: (length) => `a@${filled("a.")(length - 2)}`,
  "at signs": filled("a@"),
  brackets: filled("["),
  quotes: filled('"'),
  backslashes: filled("\\"),
  slashes: (length) => `http://${filled("/a")(length - 7)}`,
  titles: filled("dr. "),
  colons: filled("12:"),
};

/**
 * Records the length of the longest string that is passed to `String.prototype.normalize`.
 * Tests check this length because `normalize` takes quadratic time for some strings.
 * `stop` ends the recording.
 */
export function watchNormalize() {
  const { normalize } = String.prototype;
  let longest = 0;
  String.prototype.normalize = function (this: string, form?: string) {
    longest = Math.max(longest, this.length);
    return normalize.call(this, form);
  };
  return {
    longest: () => longest,
    stop: () => void (String.prototype.normalize = normalize),
  };
}
