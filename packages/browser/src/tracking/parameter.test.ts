import { describe, expect, it } from "@jest/globals";
import { parameterIn } from "./parameter.js";

const inAddress = (address: string) => parameterIn(new URL(address, "https://practice.example"));

describe("parameterIn", () => {
  it.each([
    ["/?scct=spring-1", "spring-1"],
    ["/book?a=1&scct=Spring_2&b=2#top", "Spring_2"],
    ["/?scct=spring%2D1", "spring-1"],
    ["/#/book?a=1&scct=spring-1", "spring-1"],
    ["/#?scct=spring-1", "spring-1"],
    ["/?scct=spring-1%0A", "spring-1"],
    ["/?scct=%20spring-1+", "spring-1"],
    ["/?scct=google.cpc:a/b~c@d", "google.cpc:a/b~c@d"],
    ["/?scct=query#/book?scct=fragment", "query"],
    ["/?scct=not%20this&scct=this", "this"],
    ["/?scct=#/book?scct=fragment", "fragment"],
    [`/?scct=${"x".repeat(128)}`, "x".repeat(128)],
  ])("finds the parameter of %s: %s", (address, parameter) => {
    expect(inAddress(address)).toBe(parameter);
  });

  it.each([
    ["/"],
    ["/?scct"],
    ["/?scct="],
    ["/?SCCT=spring-1"],
    ["/?xscct=spring-1"],
    ["/?scct=spring%201"],
    ["/?scct=<b>"],
    ["/?scct=%E0%A4"],
    [`/?scct=${"x".repeat(129)}`],
    ["/#scct=spring-1"],
    ["/#/book"],
  ])("finds no parameter in %s", (address) => {
    expect(inAddress(address)).toBeNull();
  });
});
