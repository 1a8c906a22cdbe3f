import { describe, expect, it } from "@jest/globals";
import { firstNameShown } from "./first-name.js";

describe("the displayed first name", () => {
  it.each([
    ["Bo Tran", "Bo"],
    ["  Bo \t Tran ", "Bo"],
    ["Bo", "Bo"],
    ["Tran, Bo", "Bo"],
    ["Tran, Bo Quang", "Bo"],
    ["Bo Tran, Jr.", "Bo"],
    ["Tran, Bo, MD", "Bo"],
    ["Tran,", ""],
    ["李 小龍", "李"],
    ["", ""],
    [" ", ""],
  ])("of %j is %j", (name, first) => expect(firstNameShown(name)).toBe(first));
});
