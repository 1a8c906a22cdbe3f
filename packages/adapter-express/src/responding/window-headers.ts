import { type AppliedWindow, type Instant, isoInstant } from "@repute/domain";

/** Returns the response headers that report the applied time window. */
export function windowHeaders(window: AppliedWindow | undefined): Record<string, string> {
  const bounds: readonly (readonly [string, Instant | undefined])[] = [
    ["X-Window-Start", window?.start],
    ["X-Window-End", window?.end],
  ];
  return Object.fromEntries(
    bounds.flatMap(([name, bound]) => (bound === undefined ? [] : [[name, isoInstant(bound)]])),
  );
}
