import type { IncomingMessage } from "node:http";
import { headerValues } from "./header-values.js";

const handling = /^[\t ]*handling[\t ]*=[\t ]*"?(strict|lenient)"?[\t ]*$/i;

/** True if a request asks for strict parameter checks: `Prefer: handling=strict` (RFC 7240). */
export function prefersStrict(request: IncomingMessage): boolean {
  const preferences = headerValues(request, "prefer").flatMap((value) => value.split(","));
  const [first] = preferences.flatMap((one) => handling.exec(one.split(";")[0] ?? "")?.[1] ?? []);
  return first?.toLowerCase() === "strict";
}

const waiting = /^[\t ]*wait[\t ]*=[\t ]*"?(\d{1,9})"?[\t ]*$/i;
const maxSeconds = 60;

/**
 * Returns how many seconds a request is willing to wait for changes:
 * `Prefer: wait=30` (RFC 7240).
 * The maximum is 60.
 */
export function preferredWait(request: IncomingMessage): number | undefined {
  const preferences = headerValues(request, "prefer").flatMap((value) => value.split(","));
  const [first] = preferences.flatMap((one) => waiting.exec(one.split(";")[0] ?? "")?.[1] ?? []);
  return first === undefined ? undefined : Math.min(Number(first), maxSeconds);
}
