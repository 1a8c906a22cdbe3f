import { localCalendar } from "../../foundation/kernel/local-calendar.js";
import { appointmentFromLine } from "../../subjects/appointments/appointment-line.js";
import { bestMatch } from "../../subjects/appointments/choose-appointments.js";
import type { LinesByKind } from "../bundle/bundle-line.js";
import { conversionFrom, type ConversionLine } from "./conversion-from.js";
import { settingsFrom, valuesOf } from "./record-from.js";

/**
 * Returns the appointment to which a call or submission probably led, or `undefined` if none of the appointments
 * matches. The rule compares phone number, email address, patient id, name and requested day, in this order.
 *
 * `settings` are the keys of an `account` line, of which `time_zone` and `match_window_days` matter. The defaults are
 * UTC and 90 days. Throws `invalid_line` if a line has a wrong key or value.
 */
export function matchAppointment<Line extends LinesByKind["appointment"]>(
  conversion: ConversionLine,
  appointments: readonly Line[],
  settings: LinesByKind["account"] = {},
): Line | undefined {
  const { timeZone, matchWindowDays: windowDays } = settingsFrom(settings);
  const rules = { calendar: localCalendar(timeZone), windowDays };
  const lines = new Map(appointments.map((line) => [appointmentFromLine(valuesOf("appointment", line)), line]));
  const match = bestMatch(conversionFrom(conversion, rules.calendar), [...lines.keys()], rules);
  return match && lines.get(match);
}
