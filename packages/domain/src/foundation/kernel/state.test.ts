import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { anyCharacter } from "../../testing/any-character.js";
import { parseState } from "./state.js";

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
