import { describe, expect, it } from "@jest/globals";
import { parseIntegerList, parseRatings } from "./id-list.js";

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
