import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { anyCharacter } from "../../testing/arbitraries.js";
import { parseNpi, parseState } from "./us-codes.js";

function passesLuhn(npi: string): boolean {
  const digits = [...`80840${npi}`].map(Number).reverse();
  const doubled = digits.map((digit, place) => [...String(place % 2 === 1 ? digit * 2 : digit)].map(Number));
  return doubled.flat().reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

describe("parseNpi", () => {
  it.each([
    ["1234567893", "1234567893"],
    [" 1234567893\t", "1234567893"],
    ["1245319599", "1245319599"],
    ["2000000002", "2000000002"],
  ])("accepts %j", (text, npi) => {
    expect(parseNpi(text)).toBe(npi);
  });

  it.each([
    ["a wrong check digit", "1234567898"],
    ["swapped digits", "1243567893"],
    ["nine digits", "123456789"],
    ["eleven digits", "12345678930"],
    ["a first digit other than 1 and 2", "3000000000"],
    ["a written-out prefix", "808401234567893"],
    ["a separator", "123-456-7893"],
    ["letters", "123456789E"],
    ["non-ASCII digits", "１２３４５６７８９３"],
    ["a decimal point", "1234567893.0"],
    ["nothing", ""],
  ])("rejects %s", (_reason, text) => {
    expect(parseNpi(text)).toBeNull();
  });

  it("rejects a number that starts with 3 and has a valid check digit", () => {
    expect(passesLuhn("3000000000")).toBe(true);
    expect(parseNpi("3000000000")).toBeNull();
  });

  it("accepts exactly the ten-digit numbers that pass the Luhn check with the prefix 80840", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[12]\d{9}$/), (npi) => {
        expect(parseNpi(npi)).toBe(passesLuhn(npi) ? npi : null);
      }),
    );
  });

  it("accepts exactly one check digit for any nine digits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[12]\d{8}$/), (digits) => {
        const accepted = [..."0123456789"].filter((check) => parseNpi(digits + check) !== null);
        expect(accepted).toHaveLength(1);
      }),
    );
  });

  it("leaves its own result unchanged and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^ ?[12]\d{9} ?$/)), (text) => {
        const npi = parseNpi(text);
        expect(npi === null ? null : parseNpi(npi)).toBe(npi);
      }),
    );
  });
});

const codes =
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR " +
  "PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP";

describe("parseState", () => {
  it("accepts exactly the postal codes of the 50 states, DC and the five territories", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const known = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => parseState(code) !== null);
    expect(known).toEqual(codes.split(" ").sort());
    expect(known).toHaveLength(56);
    expect(known.map(parseState)).toEqual(known);
  });

  it.each([
    ["ca", "CA"],
    [" Ca ", "CA"],
    ["California", "CA"],
    ["california", "CA"],
    ["NEW  YORK", "NY"],
    ["west virginia", "WV"],
    ["Virginia", "VA"],
    ["Washington", "WA"],
    ["District of Columbia", "DC"],
    ["Puerto Rico", "PR"],
    ["Virgin Islands", "VI"],
    ["U.S. Virgin Islands", "VI"],
    ["Guam", "GU"],
    ["American Samoa", "AS"],
    ["Northern Mariana Islands", "MP"],
  ])("converts %j to its code", (text, code) => {
    expect(parseState(text)).toBe(code);
  });

  it.each(["", "  ", "C", "XX", "ZZ", "Calif.", "Ontario", "ON", "CAL", "C A", "06", "N/A", "AE", "constructor"])(
    "rejects %j",
    (text) => {
      expect(parseState(text)).toBeNull();
    },
  );

  it("returns null or a code that it leaves unchanged, for any string", () => {
    const shaped = fc.stringMatching(/^ ?[A-Za-z]{2} ?$/);
    fc.assert(
      fc.property(fc.oneof(shaped, fc.string({ unit: anyCharacter })), (text) => {
        const code = parseState(text);
        expect(code === null ? null : parseState(code)).toBe(code);
      }),
    );
  });
});
