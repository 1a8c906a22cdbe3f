import { describe, expect, it } from "@jest/globals";
import { parseInstant } from "../../foundation/kernel/times.js";
import { type ReviewCells, reviewReader } from "./review-rows.js";

const read = reviewReader(parseInstant);
const cells = { review_id: "7", rating: "4", created_at: "2026-03-01T17:05:00Z" };
const valuesOf = (more: ReviewCells) => {
  const reading = read({ row: 1, cells: { ...cells, ...more } });
  return "values" in reading ? reading.values : undefined;
};

describe("a rating in a file", () => {
  it.each([
    ["FIVE", 5],
    ["one", 1],
    [" 4.5 ", 4.5],
    ["4,5", 4.5],
    ["3/5", 3],
    ["3.0 / 5", 3],
    ["4 stars", 4],
    ["1 star", 1],
    ["5 out of 5", 5],
    ["★★★☆☆", 3],
    ["★★★★★", 5],
    [2, 2],
    [4.5, 4.5],
    ["Positive", 5],
    ["no", 1],
  ])("can be %j", (rating, stars) => expect(valuesOf({ rating })?.rating).toBe(stars));

  it.each([
    "",
    "0",
    "0.9",
    "5.1",
    "6",
    "SIX",
    "-1",
    "1e0",
    "8/10",
    "☆☆☆☆☆",
    "★★★★★★",
    "45",
    0,
    6,
    Number.NaN,
    true,
    null,
    {},
    [5],
  ])("cannot be %j", (rating) => expect(valuesOf({ rating })).toBeUndefined());
});

describe("the cells of a review", () => {
  it("are cleaned, and empty ones are absent", () => {
    const more = { review_id: " 7\t", reviewer: "Bo\nTran\u200b", comment: " a\nb ", location: " ", updated_at: "" };
    expect(valuesOf(more)).toEqual({
      ...{ review_id: "7", rating: 4, comment: "a\nb", reviewer: "Bo Tran", updated_at: null, location: "" },
      ...{ created_at: parseInstant(cells.created_at), provider: "" },
    });
  });
});
