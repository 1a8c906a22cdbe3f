import { describe, expect, it } from "@jest/globals";
import { reportFigure } from "../../../test/torture.js";
import { parseUrl, parseOrigins } from "./fetch-guard.js";

const none = parseOrigins([]);

describe("parseUrl", () => {
  const fine: readonly (readonly [string, string])[] = [
    ["https://keys.partner.example/jwks.json", "https://keys.partner.example/jwks.json"],
    ["https://partner.example", "https://partner.example/"],
    ["https://partner.example:443/jwks", "https://partner.example/jwks"],
    ["https://partner.example:8443/jwks", "https://partner.example:8443/jwks"],
    ["https://partner.example:80/", "https://partner.example:80/"],
    ["HTTPS://Partner.EXAMPLE/JWKS", "https://partner.example/JWKS"],
    ["https://partner.example/a/../b?tenant=1&x=%2F@y", "https://partner.example/b?tenant=1&x=%2F@y"],
    ["https://a.b.c.d.e.partner.example/", "https://a.b.c.d.e.partner.example/"],
    ["https://1.2.3.4.partner.example/", "https://1.2.3.4.partner.example/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://ｐａｒｔｎｅｒ.example/", "https://partner.example/"],
    ["https://my_keys.partner.example/", "https://my_keys.partner.example/"],
    ["https://localhost.partner.example/", "https://localhost.partner.example/"],
    ["https://mylocal.net/", "https://mylocal.net/"],
    [`https://partner.example/${"x".repeat(2_024)}`, `https://partner.example/${"x".repeat(2_024)}`],
  ];
  it.each(fine)("accepts %s", (text, href) => {
    expect(parseUrl(text, none)).toMatchObject({ url: { href }, guarded: true });
  });

  const refused: readonly (readonly [string, string])[] = [
    ["", "empty"],
    ["partner.example/jwks", "no scheme"],
    ["//partner.example/jwks", "no scheme"],
    ["http://partner.example/jwks", "not encrypted"],
    ["ftp://partner.example/jwks", "another scheme"],
    ["file:///etc/passwd", "a file"],
    ["data:application/json,{}", "no host"],
    ["blob:https://partner.example/0", "an origin inside another scheme"],
    ["javascript:alert(1)", "a script"],
    ["https://", "no host"],
    ["https:///jwks", "a host of one label"],
    ["https://partner.example:65536/", "an invalid port"],
    ["https://user@partner.example/", "a user"],
    ["https://user:secret@partner.example/", "a user and a password"],
    ["https://:secret@partner.example/", "a password"],
    ["https://partner.example@127.0.0.1/", "a host that looks like a user"],
    ["https://partner.example/#keys", "a fragment"],
    ["https://partner.example/#", "an empty fragment"],
    [" https://partner.example/", "a space before"],
    ["https://partner.example/ ", "a space after"],
    ["https://partner.example/a b", "a space within"],
    ["https://part\tner.example/", "a tab that parsers drop"],
    ["https://partner.example/\n", "a line feed"],
    ["https://partner.example/\u00a0", "a no-break space"],
    ["https://partner.example/\0", "a NUL"],
    ["https:\\\\partner.example\\jwks", "backslashes"],
    ["https://partner.example\\@evil.example/", "a backslash that splits parsers"],
    [`https://partner.example/${"x".repeat(2_025)}`, "more than 2,048 characters"],
    ["https://partner/jwks", "one label"],
    ["https://localhost/jwks", "one label, this machine"],
    ["https://localhost./jwks", "this machine with a period"],
    ["https://keys.localhost/", "under localhost"],
    ["https://KEYS.LocalHost/", "under localhost in capitals"],
    ["https://printer.local/", "under local"],
    ["https://metadata.google.internal/computeMetadata/v1/", "the metadata of a cloud"],
    ["https://wiki.intranet/", "under intranet"],
    ["https://nas.home.arpa/", "under home.arpa"],
    ["https://a.b.test/", "under test"],
    ["https://a.invalid/", "under invalid"],
    ["https://abcdefghij.onion/", "under onion"],
    ["https://router.lan/", "under lan"],
    ["https://mail.corp/", "under corp"],
    ["https://nas.home/", "under home"],
    ["https://partner.example./", "a period at the end"],
    ["https://partner..example/", "an empty label"],
    ["https://.partner.example/", "an empty first label"],
    ["https://-partner.example/", "a hyphen at the edge of a label"],
    [`https://${"a".repeat(64)}.example/`, "a label of 64 characters"],
    [`https://${"a.".repeat(124)}example/`, "a name of more than 253 characters"],
    ["https://127.0.0.1/", "this machine's address"],
    ["https://127.0.0.1./", "this machine's address with a period"],
    ["https://127.0.0.1:8443/", "this machine's address on another port"],
    ["https://localhost:8443/", "this machine on another port"],
    ["http://partner.example:443/", "not encrypted, on the port of https"],
    ["https://127.1/", "this machine's address, short"],
    ["https://2130706433/", "this machine's address as a number"],
    ["https://0x7f000001/", "this machine's address in hexadecimal"],
    ["https://0177.0.0.1/", "this machine's address in octal"],
    ["https://0x7f.0.0x0.1/", "this machine's address, mixed"],
    ["https://１２７.０.０.１/", "this machine's address in wide digits"],
    ["https://127。0。0。1/", "this machine's address with other periods"],
    ["https://%31%32%37.0.0.1/", "this machine's address in escapes"],
    ["https://0/", "the address 0"],
    ["https://8.8.8.8/", "a public address: names only"],
    ["https://169.254.169.254/latest/meta-data/", "the metadata of a cloud by address"],
    ["https://[::1]/", "this machine's IPv6 address"],
    ["https://[::ffff:127.0.0.1]/", "this machine's address within IPv6"],
    ["https://[::ffff:a9fe:a9fe]/", "the metadata of a cloud within IPv6"],
    ["https://[2606:4700::1]/", "a public IPv6 address: names only"],
    ["https://[fe80::1%25eth0]/", "an address of a local link"],
    ["https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "this machine in circled letters"],
    ["https://keys.ⓛⓞⓒⓐⓛ/", "under local in circled letters"],
    ["https://loc\u00adalhost/", "this machine with a soft hyphen"],
    ["https://partner.example%2f.evil/", "an escaped slash"],
    ["https://partner.example%00.evil/", "an escaped NUL"],
    ["https://a!b.example/", "a character that host names cannot have"],
    ["https://partner.123/", "a last label of digits"],
    ["https://*.partner.example/", "a pattern"],
    ["not a url", "not a URL"],
  ];
  it.each(refused)("rejects %j: %s", (text) => {
    expect(parseUrl(text, none)).toBeUndefined();
  });

  it("is tested with at least 60 distinct spellings", () => {
    const spellings = new Set([...fine, ...refused].map(([text]) => text));
    expect(spellings.size).toBe(fine.length + refused.length);
    expect(spellings.size).toBeGreaterThanOrEqual(60);
    reportFigure(
      `${spellings.size} spellings of a key set's URL: ${fine.length} taken, ${refused.length} refused, as the table says`,
    );
  });

  it("handles long and unusual URLs quickly", () => {
    for (const text of ["a-".repeat(1_000), "a.".repeat(1_000), "-".repeat(2_000), "_".repeat(2_000)]) {
      expect(parseUrl(`https://${text}`, none)).toBeUndefined();
    }
  });
});

describe("an allowed origin", () => {
  const allowed = parseOrigins(["http://127.0.0.1:4000", "https://Keys.lan:443/", "https://[::1]:8443"]);

  it.each(["http://127.0.0.1:4000/jwks", "https://keys.lan/a?b", "https://keys.lan:443/", "https://[::1]:8443/"])(
    "lets %s pass",
    (text) => {
      expect(parseUrl(text, allowed)).toMatchObject({ guarded: false });
    },
  );

  it.each([
    "http://127.0.0.1:4001/jwks",
    "https://127.0.0.1:4000/jwks",
    "http://127.0.0.2:4000/",
    "http://keys.lan/",
    "https://keys.lan:8443/",
    "https://a.keys.lan/",
    "https://user@keys.lan/",
    "https://keys.lan/#fragment",
    "https://keys.lan/a b",
    "blob:https://keys.lan/0",
  ])("does not let %s pass", (text) => {
    expect(parseUrl(text, allowed)).toBeUndefined();
  });

  it("keeps the address checks for every other URL", () => {
    expect(parseUrl("https://partner.example/", allowed)).toMatchObject({ guarded: true });
  });

  it.each([
    "",
    "keys.lan",
    "*",
    "null",
    "file:///",
    "https://keys.lan/jwks",
    "https://keys.lan?x",
    "https://user@keys.lan",
    "https://keys.lan#x",
    "ws://keys.lan",
    "blob:https://keys.lan",
  ])("rejects the invalid origin %j", (text) => {
    expect(() => parseOrigins([text])).toThrow(`"${text}" is not an origin, such as https://keys.example.com:8443`);
  });
});
