import type { Clock, Instant } from "@repute/domain";

/** The time of this machine. */
export const systemClock: Clock = () => Date.now() as Instant;
