import type { MomentOrDay } from "../attribution/appointment.js";
import { isoInstant } from "../kernel/instant.js";

/** A time as it is published: a bare day as such. */
export const shown = (time: MomentOrDay | null): string | null => (typeof time === "number" ? isoInstant(time) : time);
