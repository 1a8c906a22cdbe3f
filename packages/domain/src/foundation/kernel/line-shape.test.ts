import { describe, expect, it } from "@jest/globals";
import {
  date,
  defaulted,
  flag,
  idOf,
  idsOf,
  instant,
  label,
  numberFrom,
  objectMapOf,
  objectsOf,
  oneOf,
  optional,
  ownId,
  textMap,
  texts,
  wholeFrom,
} from "./line-fields.js";
import { readLine } from "./line-shape.js";

const shape = {
  id: ownId(),
  owner_id: optional(idOf("owner")),
  member_ids: defaulted(idsOf("member"), []),
  name: label,
  active: defaulted(flag, true),
  stars: optional(numberFrom(1, 5)),
  days: optional(wholeFrom(1, 365)),
  at: optional(instant),
  tags: defaulted(texts, []),
  extras: defaulted(textMap, {}),
};
const minimal = { id: 1, name: "One" };
const problem = (line: object) => {
  const read = readLine(shape, line as Record<string, unknown>);
  return "problems" in read ? read.problems.map(({ key, message }) => `${key}: ${message}`) : [];
};

describe("readLine", () => {
  it("reads required keys and defaults optional ones", () => {
    expect(readLine(shape, minimal)).toEqual({
      values: {
        id: 1,
        owner_id: null,
        member_ids: [],
        name: "One",
        active: true,
        stars: null,
        days: null,
        at: null,
        tags: [],
        extras: {},
      },
    });
  });

  it("treats null as absent for an optional key", () => {
    expect(readLine(shape, { ...minimal, stars: null, active: null })).toEqual(readLine(shape, minimal));
  });

  it("truncates instants to the whole second and removes duplicates", () => {
    const read = readLine(shape, {
      ...minimal,
      at: "2026-03-01T00:00:00.9Z",
      tags: ["b", "a", "b"],
      member_ids: [2, 1, 2],
    });
    expect(read).toMatchObject({ values: { at: Date.UTC(2026, 2, 1), tags: ["b", "a"], member_ids: [2, 1] } });
  });

  it("replaces lone surrogates in long strings, so that a stored string equals itself", () => {
    expect(readLine(shape, { ...minimal, extras: { note: "a\ud800b" } })).toMatchObject({
      values: { extras: { note: "a\ufffdb" } },
    });
  });

  it("reports all invalid keys at once", () => {
    expect(problem({ id: "1", nmae: "One" })).toEqual([
      "nmae: is not a known key: did you mean name?",
      "id: expected a positive integer, found a string of 1 character",
      "name: is missing: expected a non-empty string of at most 500 characters",
    ]);
  });

  it("suggests a known key for the first unknown keys, but no key that the line already has", () => {
    expect(problem({ ...minimal, Name: 1, tag: 1, star: 1, day: 1, blood_type: 1 })).toEqual([
      "Name: is not a known key",
      "tag: is not a known key: did you mean tags?",
      "star: is not a known key: did you mean stars?",
      "day: is not a known key",
      "blood_type: is not a known key",
    ]);
  });

  it.each<[string, unknown, string]>([
    ["id", 0, "a positive integer, found 0"],
    ["id", -1.5, "a positive integer, found -1.5"],
    ["id", null, "a positive integer, found null"],
    ["id", 2 ** 53, "a positive integer, found a number above the maximum of 9007199254740991"],
    ["id", 1e400, "a positive integer, found a number above the maximum of 9007199254740991"],
    ["id", -(2 ** 53), "a positive integer, found a negative number"],
    [
      "active",
      "y\u0306es",
      "true or false, found a string of 4 characters (UTF-16 code units: most emoji count as 2 or more)",
    ],
    [
      "active",
      "😀",
      "true or false, found a string of 2 characters (UTF-16 code units: most emoji count as 2 or more)",
    ],
    ["owner_id", "17", "an owner id (a positive integer), found a string of 2 characters"],
    ["name", "", "a non-empty string of at most 500 characters, found an empty string"],
    ["name", " ", "a non-empty string of at most 500 characters, found a string of spaces"],
    [
      "name",
      "a\0b",
      "a non-empty string of at most 500 characters, found a string with a line break, control character or invisible character",
    ],
    ["active", "yes", "true or false, found a string of 3 characters"],
    ["stars", 6, "a number from 1 to 5, found a greater number"],
    ["stars", 0.5, "a number from 1 to 5, found a smaller number"],
    ["stars", NaN, "a number from 1 to 5, found a value that is not a number"],
    ["stars", true, "a number from 1 to 5, found true"],
    ["days", 1.5, "a whole number from 1 to 365, found a fraction"],
    ["at", "2026-02-30T10:00:00Z", "an ISO 8601 timestamp with Z or an offset, found a day that does not exist"],
    ["at", "2026-02-30", "an ISO 8601 timestamp with Z or an offset, found a day that does not exist"],
    ["at", "2026-03-01", "an ISO 8601 timestamp with Z or an offset, found a date without a time"],
    ["at", "2026-03-01T10:00:00", "an ISO 8601 timestamp with Z or an offset, found a timestamp without an offset"],
    ["at", "2026-03-01 25:00:00Z", "an ISO 8601 timestamp with Z or an offset, found a time that does not exist"],
    ["at", "1/2/2026", "an ISO 8601 timestamp with Z or an offset, found a string of 8 characters"],
    ["day", "2025-02-29", "a date (YYYY-MM-DD), found a day that does not exist"],
    ["day", "2026-03-01T10:00:00Z", "a date (YYYY-MM-DD), found a timestamp"],
    ["colour", "Gren", "one of red, green, found a string of 4 characters: did you mean green?"],
    ["colour", "Ada Quill", "one of red, green, found a string of 9 characters"],
    ["tags", {}, "an array of strings, found an object"],
    ["extras", [1, 2], "an object with string values, found an array of 2"],
  ])("describes the expected and the actual type of %s = %j without quoting the value", (key, value, expected) => {
    const wider = { ...shape, day: optional(date), colour: optional(oneOf(["red", "green"])) };
    expect(readLine(wider, { ...minimal, [key]: value })).toMatchObject({
      problems: [{ key, message: `expected ${expected}` }],
    });
  });

  it("reports the first ten invalid members of an array", () => {
    expect(problem({ ...minimal, member_ids: [1, "2", 3, 0] })).toEqual([
      "member_ids[1]: expected a member id (a positive integer), found a string of 1 character",
      "member_ids[3]: expected a member id (a positive integer), found 0",
    ]);
    expect(problem({ ...minimal, tags: Array.from({ length: 1_000 }, () => "") })).toHaveLength(10);
  });

  it("returns the valid keys of a line with problems", () => {
    expect(readLine(shape, { id: "1", owner_id: 5, name: "One" })).toMatchObject({
      problems: [{ key: "id" }],
      partial: { id: undefined, owner_id: 5, name: "One" },
    });
  });

  it.each([
    ["id", 0],
    ["id", 1.5],
    ["id", -1],
    ["id", 2 ** 53],
    ["id", null],
    ["owner_id", "7"],
    ["member_ids", [1, "2"]],
    ["member_ids", 7],
    ["name", "  "],
    ["name", "a\0b"],
    ["name", "x".repeat(100_001)],
    ["active", "true"],
    ["stars", 0.9],
    ["stars", "5"],
    ["days", 1.5],
    ["days", 366],
    ["at", "2026-03-01"],
    ["at", 1_772_323_200],
    ["tags", ["a", ""]],
    ["extras", ["a"]],
    ["extras", { a: 1 }],
    ["extras", "a"],
  ])("rejects %s = %j", (key, value) => {
    const found = problem({ ...minimal, [key]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${key}(\\.a|\\[1\\])?: expected (a|an|the|true) `));
  });

  it("rejects __proto__ and constructor as unknown keys", () => {
    expect(problem(JSON.parse('{"id":1,"name":"One","__proto__":1,"constructor":2}') as object)).toEqual([
      "__proto__: is not a known key",
      "constructor: is not a known key",
    ]);
  });

  it("keeps unusual names in maps as data", () => {
    const read = readLine(shape, { ...minimal, extras: JSON.parse('{"__proto__":"x","a":"b"}') as object });
    expect("values" in read && Object.entries(read.values.extras)).toEqual([
      ["__proto__", "x"],
      ["a", "b"],
    ]);
  });
});

describe("nested objects", () => {
  const part = { name: label, size: optional(wholeFrom(1, 9)) };
  const whole = { parts: objectsOf(part, "an array of parts"), byName: objectMapOf(part, "an object of parts") };
  const read = (parts: unknown, byName: unknown) => readLine(whole, { parts, byName });

  it("are read member by member", () => {
    expect(read([{ name: "a", size: 2 }, { name: "b" }], { c: { name: "c" } })).toEqual({
      values: {
        parts: [
          { name: "a", size: 2 },
          { name: "b", size: null },
        ],
        byName: { c: { name: "c", size: null } },
      },
    });
    expect(read([], {})).toEqual({ values: { parts: [], byName: {} } });
  });

  it("have their path in problems", () => {
    expect(read([{ name: "a" }, { size: 10, colour: 1 }, 7], { c: { name: "" }, d: null })).toMatchObject({
      problems: [
        { key: "parts[1].colour", message: "is not a known key" },
        { key: "parts[1].name", message: "is missing: expected a non-empty string of at most 500 characters" },
        { key: "parts[1].size", message: "expected a whole number from 1 to 9, found a greater number" },
        { key: "parts[2]", message: "expected an object, found a number" },
        {
          key: "byName.c.name",
          message: "expected a non-empty string of at most 500 characters, found an empty string",
        },
        { key: "byName.d", message: "expected an object, found null" },
      ],
    });
  });

  it("are reported as a whole if the value is not an array or an object", () => {
    expect(read("a", [])).toMatchObject({
      problems: [
        { key: "parts", message: "expected an array of parts, found a string of 1 character" },
        { key: "byName", message: "expected an object of parts, found an empty array" },
      ],
    });
  });
});
