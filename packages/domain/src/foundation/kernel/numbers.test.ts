import { describe, expect, it } from "@jest/globals";
import { parseIntegerList, parseMoney, parseRatings } from "./numbers.js";

describe("amounts of money", () => {
  it.each([
    ["1250.00", 125_000],
    ["1250", 125_000],
    ["0.5", 50],
    ["-3.05", -305],
    ["0.29", 29],
    ["999999999999.99", 99_999_999_999_999],
  ])("parses %s as %d cents", (text, cents) => {
    expect(parseMoney(text)).toBe(cents);
  });

  it("parses -0.00 as zero, not minus zero", () => {
    expect(parseMoney("-0.00")).toBe(0);
  });

  it.each(["", "1,250.00", "$5", "1.234", ".5", "5.", "1e3", "1234567890123", " 5", "NaN"])(
    "rejects %j as an amount",
    (text) => {
      expect(parseMoney(text)).toBeUndefined();
    },
  );
});

describe("parseIntegerList", () => {
  it.each([
    ["7", [7]],
    ["7,8", [7, 8]],
    [" 7 , 8 ", [7, 8]],
    ["-5,007", [-5, 7]],
    ["9007199254740991", [9007199254740991]],
  ])("reads %j", (text, expected) => {
    expect(parseIntegerList("location_id", text)).toEqual(expected);
  });

  it.each([
    "",
    "7,",
    ",7",
    "7,,8",
    "1.0",
    "1e3",
    "0x10",
    "seven",
    "9007199254740992",
    "99999999999999999999",
    "7;8",
    "７",
    "--7",
  ])("rejects %j and names the parameter", (text) => {
    expect(() => parseIntegerList("location_id", text)).toThrow(
      expect.objectContaining({
        kind: "invalid",
        code: "not_an_integer",
        message: "location_id must be integers separated by commas",
      }),
    );
  });

  it("accepts up to 1,000 members", () => {
    expect(parseIntegerList("x", Array(1_000).fill("1").join(","))).toHaveLength(1_000);
    expect(() => parseIntegerList("x", Array(1_001).fill("1").join(","))).toThrow("x must list at most 1000 values");
  });
});

describe("parseRatings", () => {
  it("removes duplicate ratings", () => {
    expect(parseRatings("rating", "5, 4,5")).toEqual([5, 4]);
  });

  it.each(["0", "6", "-1", "4.5", "five", "4,", "1e0"])("rejects %j", (text) => {
    expect(() => parseRatings("rating", text)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });
});
