import type { Clock, Instant } from "@repute/domain";

/** Returns the time of this machine. */
export const systemClock: Clock = () => Date.now() as Instant;
