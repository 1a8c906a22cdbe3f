import { expect, it } from "@jest/globals";
import { freshFor } from "./fresh-for.js";

const minutes = 60_000;

it.each([
  [undefined, undefined, 10 * minutes],
  ["", undefined, 10 * minutes],
  ["public", undefined, 10 * minutes],
  ["max-age=60", undefined, minutes],
  ["public, max-age=60, must-revalidate", undefined, minutes],
  ["max-age=86400", undefined, 10 * minutes],
  ["MAX-AGE = 60", undefined, minutes],
  ['max-age="60"', undefined, minutes],
  ["max-age=300, max-age=60", undefined, minutes],
  ["s-maxage=5, max-age=60", undefined, minutes],
  ["max-age=0", undefined, 0],
  ["max-age=-1", undefined, 0],
  ["max-age=1e9", undefined, 0],
  ["max-age=", undefined, 0],
  ["max-age", undefined, 0],
  ["max-age=9999999999", undefined, 0],
  ["no-store", undefined, 0],
  ["no-cache", undefined, 0],
  ["max-age=600, No-Store", undefined, 0],
  ["x-no-store, max-age=60", undefined, minutes],
  ["max-age=600", "540", minutes],
  ["max-age=60", "61", 0],
  ["max-age=60", "x", minutes],
  [undefined, "30000", 10 * minutes],
])("with Cache-Control %j and Age %j, a set is fresh for %i milliseconds", (cacheControl, age, expected) => {
  expect(freshFor({ cacheControl, age })).toBe(expected);
});
