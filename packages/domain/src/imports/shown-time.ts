import type { MomentOrDay } from "../attribution/appointment.js";
import { isoInstant } from "../kernel/instant.js";

/** Formats a time for publication. A date without a time stays a date. */
export const shown = (time: MomentOrDay | null): string | null => (typeof time === "number" ? isoInstant(time) : time);
