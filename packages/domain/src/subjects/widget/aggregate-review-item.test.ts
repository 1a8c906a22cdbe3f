import { describe, expect, it } from "@jest/globals";
import { reviewerName } from "./aggregate-review-item.js";

describe("a reviewer's name", () => {
  it.each([
    ["Tran, Bo", "Bo"],
    ["Tran,", "Anonymous"],
    [" ", "Anonymous"],
    [null, "Anonymous"],
  ])("%j becomes %s with first names only", (name, first) => expect(reviewerName(name, true)).toBe(first));

  it.each([
    ["Tran, Bo", "Tran, Bo"],
    [" Bo Tran ", "Bo Tran"],
    [null, "Anonymous"],
  ])("%j becomes %s with full names", (name, whole) => expect(reviewerName(name, false)).toBe(whole));
});
