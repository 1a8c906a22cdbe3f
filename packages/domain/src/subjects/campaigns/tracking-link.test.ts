import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { withTrackingParameter } from "./tracking-link.js";

describe("a tracked link", () => {
  it.each([
    ["https://practice.example", "https://practice.example?scct=spring-1"],
    ["https://practice.example/", "https://practice.example/?scct=spring-1"],
    ["HTTP://Practice.Example:8080/Book?", "HTTP://Practice.Example:8080/Book?scct=spring-1"],
    ["https://practice.example/?a=1", "https://practice.example/?a=1&scct=spring-1"],
    ["https://practice.example/?a=1&", "https://practice.example/?a=1&scct=spring-1"],
    ["https://practice.example/#top", "https://practice.example/?scct=spring-1#top"],
    ["https://practice.example/#/book?scct=old", "https://practice.example/?scct=spring-1#/book?scct=old"],
    ["https://practice.example/?b=%7E&a=~&a=+&a&=x#é", "https://practice.example/?b=%7E&a=~&a=+&a&=x&scct=spring-1#é"],
    ["https://practice.example/?gclid={gclid}", "https://practice.example/?gclid={gclid}&scct=spring-1"],
    [
      "https://practice.example/?r=https://a.example/?x=1",
      "https://practice.example/?r=https://a.example/?x=1&scct=spring-1",
    ],
    ["https://[::1]/?xscct=1&SCCT=2", "https://[::1]/?xscct=1&SCCT=2&scct=spring-1"],
  ])("for %s is %s", (url, tracked) => {
    expect(withTrackingParameter(url, "spring-1")).toBe(tracked);
  });

  it.each([
    ["https://practice.example/?scct=old", "https://practice.example/?scct=spring-1"],
    ["https://practice.example/?a=1&scct=old&b=2#top", "https://practice.example/?a=1&scct=spring-1&b=2#top"],
    ["https://practice.example/?scct&a=1&scct=older&b=2&scct=", "https://practice.example/?scct=spring-1&a=1&b=2"],
    ["https://practice.example/?%73cc%74=old&a=1", "https://practice.example/?scct=spring-1&a=1"],
  ])("replaces the existing parameter of %s", (url, tracked) => {
    expect(withTrackingParameter(url, "spring-1")).toBe(tracked);
  });

  it.each([
    "practice.example",
    "/book",
    "//practice.example/",
    "ftp://practice.example/",
    "javascript:alert(1)",
    "https://",
    "https:practice.example",
    "https:///book",
    "https://practice.example:99999/",
    "https://practice example/",
    "https://practice.example/a b",
    " https://practice.example/",
    "https://practice.example/\n",
    "https://practice.example\\@elsewhere.example/",
    "",
  ])("requires a complete web address: %j", (url) => {
    expect(() => withTrackingParameter(url, "spring-1")).toThrow("complete http or https URL");
  });

  it.each(["", "a b", "a&b", "é", "a.b", "x".repeat(129), "a\n"])("rejects the parameter %j", (parameter) => {
    expect(() => withTrackingParameter("https://practice.example/", parameter)).toThrow("1 to 128 letters");
  });

  it("can be parsed from the query, with everything else unchanged", () => {
    const part = fc.stringMatching(/^[a-z0-9%~+.]{0,6}$/);
    const pairs = fc.array(fc.tuple(part, part), { maxLength: 6 });
    const parameter = fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/);
    fc.assert(
      fc.property(pairs, parameter, part, (others, value, fragment) => {
        const query = others.map((pair) => pair.join("=")).join("&");
        const url = `https://practice.example/?${query}#${fragment}`;
        const { searchParams, hash } = new URL(withTrackingParameter(url, value));
        const before = new URL(url);
        expect(searchParams.getAll("scct")).toEqual([value]);
        searchParams.delete("scct");
        before.searchParams.delete("scct");
        expect([...searchParams]).toEqual([...before.searchParams]);
        expect(hash).toBe(before.hash);
      }),
    );
  });

  it("does not change when it is tracked again", () => {
    const tracked = withTrackingParameter("https://practice.example/?a=1#top", "spring-1");
    expect(withTrackingParameter(tracked, "spring-1")).toBe(tracked);
  });
});
