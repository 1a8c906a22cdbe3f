import { describe, expect, it } from "@jest/globals";
import {
  defaulted,
  flag,
  idOf,
  idsOf,
  instant,
  label,
  numberFrom,
  optional,
  ownId,
  textMap,
  texts,
  wholeFrom,
} from "./line-fields.js";
import { objectMapOf, objectsOf } from "./line-objects.js";
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
const least = { id: 1, name: "One" };
const problem = (line: object) => {
  const read = readLine(shape, line as Record<string, unknown>);
  return "problems" in read ? read.problems.map(({ key, message }) => `${key}: ${message}`) : [];
};

describe("readLine", () => {
  it("reads required keys and gives optional ones their absent value", () => {
    expect(readLine(shape, least)).toEqual({
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

  it("takes null for an optional key as unknown", () => {
    expect(readLine(shape, { ...least, stars: null, active: null })).toEqual(readLine(shape, least));
  });

  it("keeps instants to the whole second and drops repeats", () => {
    const read = readLine(shape, {
      ...least,
      at: "2026-03-01T00:00:00.9Z",
      tags: ["b", "a", "b"],
      member_ids: [2, 1, 2],
    });
    expect(read).toMatchObject({ values: { at: Date.UTC(2026, 2, 1), tags: ["b", "a"], member_ids: [2, 1] } });
  });

  it("makes lone surrogates well-formed, so that a stored text equals itself", () => {
    expect(readLine(shape, { ...least, name: "a\ud800b" })).toMatchObject({ values: { name: "a\ufffdb" } });
  });

  it("names every key that is wrong at once", () => {
    expect(problem({ id: "1", nmae: "One" })).toEqual([
      "nmae: is not a key of this kind",
      "id: expected a positive integer",
      "name: is missing: expected a text that is not empty, of at most 500 characters",
    ]);
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
  ])("refuses %s = %j", (key, value) => {
    const found = problem({ ...least, [key]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${key}(\\.a)?: expected (a|an|the|true) `));
  });

  it("treats __proto__ and constructor as the unknown keys they are", () => {
    expect(problem(JSON.parse('{"id":1,"name":"One","__proto__":1,"constructor":2}') as object)).toEqual([
      "__proto__: is not a key of this kind",
      "constructor: is not a key of this kind",
    ]);
  });

  it("keeps odd names of extra fields as data", () => {
    const read = readLine(shape, { ...least, extras: JSON.parse('{"__proto__":"x","a":"b"}') as object });
    expect("values" in read && Object.entries(read.values.extras)).toEqual([
      ["__proto__", "x"],
      ["a", "b"],
    ]);
  });
});

describe("objects inside of a line", () => {
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

  it("are told apart by their path when they are wrong", () => {
    expect(read([{ name: "a" }, { size: 10, colour: 1 }, 7], { c: { name: "" }, d: null })).toEqual({
      problems: [
        { key: "parts[1].colour", message: "is not a key of this kind" },
        { key: "parts[1].name", message: "is missing: expected a text that is not empty, of at most 500 characters" },
        { key: "parts[1].size", message: "expected a whole number from 1 to 9" },
        { key: "parts[2]", message: "expected an object" },
        { key: "byName.c.name", message: "expected a text that is not empty, of at most 500 characters" },
        { key: "byName.d", message: "expected an object" },
      ],
    });
  });

  it("are wrong as a whole when they are no array or no object", () => {
    expect(read("a", [])).toEqual({
      problems: [
        { key: "parts", message: "expected an array of parts" },
        { key: "byName", message: "expected an object of parts" },
      ],
    });
  });
});
