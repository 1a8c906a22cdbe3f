import type { Clock, Instant } from "@repute/domain";

export const systemClock: Clock = () => Date.now() as Instant;
