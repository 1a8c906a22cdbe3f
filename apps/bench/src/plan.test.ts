import { describe, expect, it } from "@jest/globals";
import { newestPath, sizesOf, windowPaths } from "./plan.js";

describe("the plan", () => {
  it("asks for the whole list without a window, and for a part of it with one", () => {
    expect(newestPath(20_000, 20_000)).toBe("/v2/reviews");
    expect(newestPath(20_000, 2_000)).toMatch(/^\/v2\/reviews\?date=[\d-]+T[\d:]+Z&end=[\d-]+T[\d:]+Z$/);
  });

  it("asks for different windows all over the list", () => {
    const paths = windowPaths("/v2/reviews", 10_000);
    expect(new Set(paths).size).toBe(50);
    const years = new Set(paths.map((path) => path.slice(path.indexOf("=") + 1).slice(0, 4)));
    expect(years.size).toBeGreaterThan(3);
  });

  it("compares with the naive way on no more rows than that can answer", () => {
    expect(sizesOf(50_000).naive).toBe(50_000);
    expect(sizesOf(1_000_000).naive).toBe(200_000);
  });

  it("takes short lists several times, so that one hiccup does not decide", () => {
    expect(sizesOf(10_000).repeats).toBe(10);
    expect(sizesOf(200_000).repeats).toBe(3);
  });
});
