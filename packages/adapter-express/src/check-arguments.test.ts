import { beforeEach, describe, expect, it } from "@jest/globals";
import type { Domain } from "@repute/domain";
import type { Practice } from "../test/practice.js";
import { practice } from "../test/practice.js";
import { createApp } from "./app.js";
import type { RouterOptions } from "./options.js";
import { createRouter } from "./router.js";

let acme: Practice;
beforeEach(async () => {
  acme = await practice();
});

/** As a host without types calls it. */
const create = (domain: unknown, options?: unknown) => createRouter(domain as Domain, options as RouterOptions);

describe("createRouter", () => {
  it.each([undefined, null, {}, { report: "console" }, { log: () => {} }])("refuses %j for its options", (options) => {
    expect(() => create(acme.domain, options)).toThrow(TypeError);
    expect(() => create(acme.domain, options)).toThrow("the router's option report is missing");
  });

  it("refuses a log that is no function, and does without one", () => {
    expect(() => create(acme.domain, { report: () => {}, log: "debug" })).toThrow("option log must be a function");
    expect(() => create(acme.domain, { report: () => {}, log: undefined })).not.toThrow();
  });

  it("refuses what is no domain, such as the promise of one", () => {
    for (const nothing of [undefined, null, {}, Promise.resolve(acme.domain), acme.ports]) {
      expect(() => create(nothing, acme.options)).toThrow(TypeError);
      expect(() => create(nothing, acme.options)).toThrow("the router's domain is missing");
    }
  });
});

describe("createApp", () => {
  it("refuses what createRouter refuses", () => {
    expect(() => createApp(acme.domain, {} as RouterOptions)).toThrow("the router's option report is missing");
  });
});
