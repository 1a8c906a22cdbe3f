import { invalid } from "../kernel/domain-error.js";
import type { AccessPorts } from "./access-ports.js";

/** Ports for a host without partner clients. The host accepts only tokens and issues no access tokens. */
export const noPartners: Pick<AccessPorts, "partnerKeys" | "accessTokens"> = {
  partnerKeys: {
    checkUrl: () => Promise.reject(invalid("signed_assertions_off", "this service does not accept signed assertions")),
    verify: async () => ({ ok: false, reason: "keys_unreachable" }),
  },
  accessTokens: {
    sign() {
      throw new Error("this service does not issue access tokens");
    },
    verify: () => undefined,
  },
};
