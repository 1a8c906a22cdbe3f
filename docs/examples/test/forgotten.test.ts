import { describe, expect, it } from "@jest/globals";
import { createRouter } from "@repute/adapter-express";
import { type Clock, createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";

const { storage, clock, secrets } = memoryPorts();

// Each of these hosts must fail to compile, and must throw an error when it runs.
// The type check of the tests verifies the @ts-expect-error comments.
describe("a host with missing arguments", () => {
  it("gets an error that names the missing port", () => {
    // @ts-expect-error the clock is missing
    expect(() => createDomain({ storage, secrets })).toThrow("createDomain: ports.clock is missing");
    // @ts-expect-error the storage is missing
    expect(() => createDomain({ clock, secrets })).toThrow("createDomain: ports.storage is missing");
    // @ts-expect-error the secrets are missing
    expect(() => createDomain({ storage, clock })).toThrow("createDomain: ports.secrets is missing");
    // @ts-expect-error there are no ports at all
    expect(() => createDomain()).toThrow(/storage is missing; .*clock is missing; .*secrets is missing/);
  });

  it("gets an error for a port that may be undefined", () => {
    const replace: { clock?: Clock | undefined } = { clock: undefined };
    // @ts-expect-error the clock may be undefined
    expect(() => createDomain({ ...memoryPorts(), ...replace })).toThrow("ports.clock is missing");
  });

  it("gets an error that names the missing method of a port", () => {
    const { read: _forgotten, ...others } = storage;
    // @ts-expect-error the storage cannot read
    expect(() => createDomain({ storage: others, clock, secrets })).toThrow("ports.storage lacks read");
  });

  it("gets an error from createRouter if the report function or the domain is missing", () => {
    const domain = createDomain(memoryPorts());
    // @ts-expect-error nobody hears of errors
    expect(() => createRouter(domain, {})).toThrow("the router's option report is missing");
    // @ts-expect-error there are no options at all
    expect(() => createRouter(domain)).toThrow("the router's option report is missing");
    // @ts-expect-error ports are no domain
    expect(() => createRouter(memoryPorts(), { report: () => {} })).toThrow("the router's domain is missing");
  });
});
