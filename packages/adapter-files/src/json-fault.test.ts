import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { jsonFault } from "./json-fault.js";

it.each([
  ['{"a":1', "expected a comma or } at the end (character 6)"],
  ['{"a":1,}', "expected a key in double quotes at character 8 of 8"],
  ['{"a":1 "b":2}', "expected a comma or } at character 8 of 13"],
  ["{a:1}", "expected a key in double quotes or } at character 2 of 5"],
  ["{'a':1}", "expected a key in double quotes or } at character 2 of 7"],
  ['{"a" 1}', "expected a colon at character 6 of 7"],
  ['{"a":}', "expected a value at character 6 of 6"],
  ['{"a":NaN}', "expected a value at character 6 of 9"],
  ['{"a":[1,2}', "expected a comma or ] at character 10 of 10"],
  ['{"a":[1,]}', "expected a value at character 9 of 10"],
  ['{"a":01}', "expected a comma or } at character 7 of 8"],
  ['{"a":"b}', "expected a closing quote at the end (character 8)"],
  ['{"a":"b\tc"}', "expected an escape sequence such as \\n at character 8 of 11"],
  ['{"a":"\\x"}', "expected a valid JSON escape sequence at character 7 of 10"],
  ['{"a":1} {"b":2}', "expected the end of the line at character 9 of 15"],
  ["id,name", "expected a value at character 1 of 7"],
])("jsonFault of %j is: %s", (line, fault) => {
  expect(() => JSON.parse(line) as unknown).toThrow();
  expect(jsonFault(line)).toBe(fault);
});

it("jsonFault names the first position after which the line is invalid, for lines of any length", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom("", "\u0001", "}", "]", ",", ":", "x"), (json, where, put) => {
      const place = where % (json.length + 1);
      const line = json.slice(0, place) + put + (put === "" ? "" : json.slice(place));
      if (isJson(line)) return;
      const [, at = ""] = /(?:at the end \(character|at character) (\d+)/.exec(jsonFault(line)) ?? [];
      const good = line.slice(0, Number(at) - (jsonFault(line).includes("at the end (") ? 0 : 1));
      expect(isJson(good) || jsonFault(good).includes("at the end (")).toBe(true);
    }),
  );
  expect(jsonFault(`{"a":"${"x".repeat(1_000_000)}`)).toContain("at the end (character 1000006)");
  expect(jsonFault("[".repeat(1_000_000))).toContain("expected a value or ]");
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
