import { beforeEach, describe, expect, it } from "@jest/globals";
import type { Domain } from "@repute/domain";
import { type Practice, practice } from "../test/practice.js";
import { createApp } from "./app.js";
import { createRouter } from "./create-router.js";
import type { RouterOptions } from "./options.js";

let acme: Practice;
beforeEach(async () => {
  acme = await practice();
});

/** Calls createRouter without type checks, like a host in JavaScript. */
const create = (domain: unknown, options?: unknown) => createRouter(domain as Domain, options as RouterOptions);

describe("createRouter", () => {
  it.each([undefined, null, {}, { report: "console" }, { log: () => {} }])("rejects %j as options", (options) => {
    expect(() => create(acme.domain, options)).toThrow(TypeError);
    expect(() => create(acme.domain, options)).toThrow("the router's option report is missing");
  });

  it("rejects a log that is not a function, and accepts options without a log", () => {
    expect(() => create(acme.domain, { report: () => {}, log: "debug" })).toThrow("option log must be a function");
    expect(() => create(acme.domain, { report: () => {}, log: undefined })).not.toThrow();
  });

  it("rejects a value that is not a domain, such as a promise of one", () => {
    for (const nothing of [undefined, null, {}, Promise.resolve(acme.domain), acme.ports]) {
      expect(() => create(nothing, acme.options)).toThrow(TypeError);
      expect(() => create(nothing, acme.options)).toThrow("the router's domain is missing");
    }
  });
});

describe("createApp", () => {
  it("makes the same checks as createRouter", () => {
    expect(() => createApp(acme.domain, {} as RouterOptions)).toThrow("the router's option report is missing");
  });
});
