import { generateKeyPairSync, sign } from "node:crypto";

/** A self-signed certificate and its private key, created for one test. */
export type ThrowawayCertificate = { readonly cert: string; readonly key: string };

// DER encoding (X.690) of the parts of a certificate (RFC 5280).
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes));
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const utcTime = (time: Date) => der(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`));

const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const nameOf = (text: string) => sequence(set(sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(text)))));
const alternativeName = (host: string) =>
  sequence(oid(0x55, 0x1d, 0x11), octets(sequence(der(0x82, Buffer.from(host)))));
const version3 = der(0xa0, der(0x02, Buffer.from([2])));

/** Creates a certificate for one host name, valid from one hour ago for `hours` hours. */
export function throwawayCertificate(host: string, hours = 24): ThrowawayCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const start = Date.now() - 3_600_000;
  const validity = sequence(utcTime(new Date(start)), utcTime(new Date(start + hours * 3_600_000)));
  const signed = sequence(
    version3,
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    nameOf(host),
    validity,
    nameOf(host),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeName(host))),
  );
  const certificate = sequence(signed, ecdsaWithSha256, bits(sign("sha256", signed, privateKey)));
  const base64 = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
