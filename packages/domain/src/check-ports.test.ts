import { describe, expect, it } from "@jest/globals";
import { createDomain } from "./domain.js";
import { memoryPorts } from "./memory/memory-ports.js";
import type { Ports } from "./ports.js";

/** Creates a domain with ports of unknown type, as an untyped host does. */
const plug = (ports: unknown) => () => createDomain(ports as Ports);

describe("createDomain", () => {
  it.each(["storage", "clock", "secrets", "partnerKeys", "accessTokens"] as const)(
    "reports that the port %s is missing",
    (name) => {
      expect(plug({ ...memoryPorts(), [name]: undefined })).toThrow(TypeError);
      const { [name]: _forgotten, ...others } = memoryPorts();
      expect(plug(others)).toThrow(new TypeError(`createDomain: ports.${name} is missing`));
      expect(plug({ ...others, [name]: null })).toThrow(`ports.${name} is missing`);
    },
  );

  it.each([undefined, null, {}])("reports every port if it receives %p", (nothing) => {
    const names = ["storage", "clock", "secrets", "partnerKeys", "accessTokens"];
    expect(plug(nothing)).toThrow(`createDomain: ${names.map((name) => `ports.${name} is missing`).join("; ")}`);
  });

  it("reports the missing methods of a port, such as methods that a spread does not copy", () => {
    class HostSecrets {
      readonly pool = "entropy";
      randomBytes = (count: number) => new Uint8Array(count);
      sha256(text: string) {
        return text;
      }
      hmacSha256(key: Uint8Array, text: string) {
        return `${key.length} ${text}`;
      }
    }
    expect(plug({ ...memoryPorts(), secrets: new HostSecrets() })).not.toThrow();
    expect(plug({ ...memoryPorts(), secrets: { ...new HostSecrets() } })).toThrow("ports.secrets lacks sha256");
    const { accounts, credentials } = memoryPorts().storage;
    expect(plug({ ...memoryPorts(), storage: { accounts, credentials, feed: null } })).toThrow(
      "ports.storage lacks transact, read, feed, sealer, counts, clients, assertions, audit",
    );
  });

  it("accepts only a function as the clock", () => {
    expect(plug({ ...memoryPorts(), clock: Date })).not.toThrow();
    expect(plug({ ...memoryPorts(), clock: new Date(0) })).toThrow("ports.clock must be a function");
  });
});
