import { describe, expect, it } from "@jest/globals";
import { millisecondsIn } from "./postgres.js";

describe("millisecondsIn", () => {
  it("returns the duration of a command, in milliseconds even above a second", () => {
    expect(millisecondsIn("Time: 512.250 ms\n")).toBe(512.25);
    expect(millisecondsIn("Time: 61512.250 ms (01:01.512)\n")).toBe(61_512.25);
  });

  it("throws if psql prints no time", () => {
    expect(() => millisecondsIn("COPY 3\n")).toThrow("psql printed no time");
  });
});
