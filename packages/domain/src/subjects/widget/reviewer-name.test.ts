import { describe, expect, it } from "@jest/globals";
import { reviewerName } from "./reviewer-name.js";

describe("a reviewer's name", () => {
  it.each([
    ["Bo Tran", "Bo"],
    ["  Bo \t Tran ", "Bo"],
    ["Bo", "Bo"],
    ["Tran, Bo", "Bo"],
    ["Tran, Bo Quang", "Bo"],
    ["Bo Tran, Jr.", "Bo"],
    ["Tran, Bo, MD", "Bo"],
    ["Tran,", "Anonymous"],
    ["李 小龍", "李"],
    ["", "Anonymous"],
    [" ", "Anonymous"],
    [null, "Anonymous"],
  ])("%j becomes %s with first names only", (name, first) => expect(reviewerName(name, true)).toBe(first));

  it.each([
    ["Tran, Bo", "Tran, Bo"],
    [" Bo Tran ", "Bo Tran"],
    [null, "Anonymous"],
  ])("%j becomes %s with full names", (name, whole) => expect(reviewerName(name, false)).toBe(whole));
});
