import { describe, expect, it } from "@jest/globals";
import { isoInstant } from "@repute/domain";
import { credentialIdOption, expiryOption, portOption } from "./option-values.js";

describe("option values", () => {
  it("read a date as the end of that day in UTC", () => {
    expect(isoInstant(expiryOption("2027-12-31"))).toBe("2028-01-01T00:00:00+00:00");
  });

  it("read a timestamp unchanged, with a precision of one second", () => {
    expect(isoInstant(expiryOption("2027-12-31T10:00:00.9-07:00"))).toBe("2027-12-31T17:00:00+00:00");
  });

  it.each(["tomorrow", "2027-02-30", "2027-12-31T10:00:00", ""])("reject %p as a time", (text) => {
    expect(() => expiryOption(text)).toThrow("Expected a timestamp");
  });

  it("accept a positive integer as an ID", () => {
    expect(credentialIdOption("12")).toBe(12);
  });

  it.each(["0", "-1", "1.0", "1e3", "abc", "", "99999999999999999"])("reject %p as an ID", (text) => {
    expect(() => credentialIdOption(text)).toThrow("Expected a positive integer");
  });

  it("accept a port from 0 to 65535", () => {
    expect(portOption("0")).toBe("0");
    expect(portOption("65535")).toBe("65535");
    expect(() => portOption("65536")).toThrow("Expected a port number");
  });
});
