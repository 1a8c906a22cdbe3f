import { constants, crc32, deflateRawSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { acceptedEncoding, acceptsStored, crc32Combine, gzipMember } from "./encoding.js";

describe("the Accept-Encoding header", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br", "br"],
    ["GZIP", "gzip"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["gzip ; q=0.2 , br ; q=0.1", "gzip"],
    ["gzip;q=0", "identity"],
    ["gzip;q=0, *", "br"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["br;q=0, *;q=0.5", "gzip"],
    ["identity, gzip;q=0.5", "identity"],
    ["identity;q=0.5, gzip", "gzip"],
    ["identity;q=0", "identity"],
    ["gzip;q=nonsense", "identity"],
    ["gzip;q=2", "identity"],
    ["deflate, zstd", "identity"],
    [",,;;q=,", "identity"],
  ])("%j selects %s", (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });

  it.each([
    [undefined, false],
    ["gzip", true],
    ["gzip, deflate, br", true],
    ["gzip;q=0.5, br;q=0.5", true],
    ["br, gzip;q=0.9", false],
    ["identity, gzip;q=0.5", false],
    ["*", true],
  ])("%j selects stored gzip: %s", (header, isTaken) => {
    expect(acceptsStored(header)).toBe(isTaken);
  });
});

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

/** Compresses bytes in the same format as stored items. */
const pack = (items: Uint8Array) => ({
  deflated: deflateRawSync(items, { level: 6, finishFlush: constants.Z_SYNC_FLUSH }),
  crc: crc32(items),
  length: items.length,
});

describe("crc32Combine", () => {
  it("returns the CRC-32 of both sequences together", () => {
    fc.assert(
      fc.property(bytes(2_000), bytes(2_000), (first, second) => {
        expect(crc32Combine(crc32(first), crc32(second), second.length)).toBe(crc32(Buffer.concat([first, second])));
      }),
    );
  });

  it("works for sequences of any length", () => {
    const zeros = Buffer.alloc(3_000_000);
    const all = crc32(zeros, crc32("head"));
    expect(crc32Combine(crc32("head"), crc32(zeros), zeros.length)).toBe(all);
    const six = crc32(zeros, crc32(zeros));
    expect(crc32Combine(crc32(zeros), crc32(zeros), zeros.length)).toBe(six);
  });
});

describe("gzipMember", () => {
  it("contains all of its parts in any order", async () => {
    const some = fc.array(bytes(3_000), { minLength: 1, maxLength: 3 });
    const pieces = fc.array(fc.oneof(bytes(3_000), some), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, bytes(100), fc.constantFrom("," as const, "\n" as const), async (all, last, between) => {
        const made = gzipMember(between);
        const written: Uint8Array[] = [];
        for (const one of all) {
          written.push(...(Array.isArray(one) ? made.packed(one.map(pack)) : [await made.loose(one)]));
        }
        written.push(made.end(last));
        const separator = Buffer.from(between);
        const texts = all.map((one) =>
          Array.isArray(one)
            ? Buffer.concat(one.flatMap((each, index) => (index === 0 ? [each] : [separator, each])))
            : one,
        );
        const held = Buffer.concat([...texts, last]);
        expect(gunzipSync(Buffer.concat(written)).equals(held)).toBe(true);
      }),
    );
  });

  it("can be decompressed before its end", async () => {
    const made = gzipMember();
    const begun = Buffer.concat([
      await made.loose(Buffer.from('{"items":[')),
      ...made.packed([pack(Buffer.from("1,2"))]),
    ]);
    expect(gunzipSync(begun, { finishFlush: constants.Z_SYNC_FLUSH }).toString()).toBe('{"items":[1,2');
  });
});
