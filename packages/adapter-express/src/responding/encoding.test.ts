import { describe, expect, it } from "@jest/globals";
import { acceptedEncoding, acceptsStored } from "./encoding.js";

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
