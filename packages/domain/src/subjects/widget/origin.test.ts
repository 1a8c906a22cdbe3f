import { describe, expect, it } from "@jest/globals";
import { parseOrigin } from "./origin.js";

describe("an origin", () => {
  it.each([
    ["https://www.practice.example", "https://www.practice.example"],
    ["https://www.practice.example/", "https://www.practice.example"],
    ["HTTPS://WWW.Practice.Example", "https://www.practice.example"],
    ["https://www.practice.example:443", "https://www.practice.example"],
    ["https://www.practice.example:8443", "https://www.practice.example:8443"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["https://zähne.example", "https://xn--zhne-loa.example"],
  ])("is parsed from %s as %s", (text, origin) => expect(parseOrigin(text)).toBe(origin));

  it.each([
    "",
    "*",
    "null",
    "www.practice.example",
    "//www.practice.example",
    "https://*.practice.example",
    "https://www.practice.example/reviews",
    "https://www.practice.example/?a=1",
    "https://www.practice.example?",
    "https://www.practice.example#",
    "https://user@www.practice.example",
    "https://www.practice.example https://other.example",
    "ftp://www.practice.example",
    "file:///etc",
    `https://${"a".repeat(300)}.example`,
  ])("is not parsed from %j", (text) => expect(parseOrigin(text)).toBeUndefined());
});
