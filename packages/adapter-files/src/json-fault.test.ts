import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { jsonFault } from "./json-fault.js";

it.each([
  ['{"a":1', "breaks at its end, character 6, where a comma or } was expected"],
  ['{"a":1,}', "breaks at character 8 of 8, where a key in double quotes was expected"],
  ['{"a":1 "b":2}', "breaks at character 8 of 13, where a comma or } was expected"],
  ["{a:1}", "breaks at character 2 of 5, where a key in double quotes or } was expected"],
  ["{'a':1}", "breaks at character 2 of 7, where a key in double quotes or } was expected"],
  ['{"a" 1}', "breaks at character 6 of 7, where a colon was expected"],
  ['{"a":}', "breaks at character 6 of 6, where a value was expected"],
  ['{"a":NaN}', "breaks at character 6 of 9, where a value was expected"],
  ['{"a":[1,2}', "breaks at character 10 of 10, where a comma or ] was expected"],
  ['{"a":[1,]}', "breaks at character 9 of 10, where a value was expected"],
  ['{"a":01}', "breaks at character 7 of 8, where a comma or } was expected"],
  ['{"a":"b}', "breaks at its end, character 8, where a closing quote was expected"],
  ['{"a":"b\tc"}', "breaks at character 8 of 11, where an escape sequence such as \\n was expected"],
  ['{"a":"\\x"}', "breaks at character 7 of 10, where a valid JSON escape sequence was expected"],
  ['{"a":1} {"b":2}', "breaks at character 9 of 15, where the end of the line was expected"],
  ["id,name", "breaks at character 1 of 7, where a value was expected"],
])("%j %s", (line, fault) => {
  expect(() => JSON.parse(line) as unknown).toThrow();
  expect(jsonFault(line)).toBe(fault);
});

it("names the first place from which the line could not be made good, in lines of any length", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom("", "\u0001", "}", "]", ",", ":", "x"), (json, where, put) => {
      const place = where % (json.length + 1);
      const line = json.slice(0, place) + put + (put === "" ? "" : json.slice(place));
      if (isJson(line)) return;
      const [, at = ""] = /(?:end, character|at character) (\d+)/.exec(jsonFault(line)) ?? [];
      const good = line.slice(0, Number(at) - (jsonFault(line).includes("at its end") ? 0 : 1));
      expect(isJson(good) || jsonFault(good).startsWith("breaks at its end")).toBe(true);
    }),
  );
  expect(jsonFault(`{"a":"${"x".repeat(1_000_000)}`)).toContain("at its end, character 1000006");
  expect(jsonFault("[".repeat(1_000_000))).toContain("where a value or ] was expected");
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
