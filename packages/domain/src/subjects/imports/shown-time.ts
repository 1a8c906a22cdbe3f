import { isoInstant } from "../../foundation/kernel/instant.js";
import type { MomentOrDay } from "../appointments/appointment.js";

/** Formats a time for publication. A date without a time of day stays a date. */
export const shown = (time: MomentOrDay | null): string | null => (typeof time === "number" ? isoInstant(time) : time);
