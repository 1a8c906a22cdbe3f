import type { IncomingMessage } from "node:http";
import { headerValues } from "./header-values.js";

const handling = /^[\t ]*handling[\t ]*=[\t ]*"?(strict|lenient)"?[\t ]*$/i;

/** Whether a request prefers to be refused for what would else be passed over: `Prefer: handling=strict` (RFC 7240). */
export function prefersStrict(request: IncomingMessage): boolean {
  const preferences = headerValues(request, "prefer").flatMap((value) => value.split(","));
  const [first] = preferences.flatMap((one) => handling.exec(one.split(";")[0] ?? "")?.[1] ?? []);
  return first?.toLowerCase() === "strict";
}
