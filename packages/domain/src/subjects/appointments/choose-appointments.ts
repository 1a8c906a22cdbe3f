import type { MatchRules } from "../../foundation/accounts/account.js";
import type { LocalCalendar } from "../../foundation/kernel/local-calendar.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { Conversion } from "../conversions/conversion.js";
import { finds, matchLevels, searchAt } from "./appointment-search.js";
import type { LinkingStores } from "./appointment-store.js";
import type { Appointment } from "./appointment.js";

/** Returns the best matching stored appointment for each conversion. Conversions without a match are absent. */
export async function chooseAppointments(
  conversions: readonly Conversion[],
  { stores, account, matching }: UnitOfWork<Pick<LinkingStores, "appointments">>,
): Promise<ReadonlyMap<Conversion, Appointment>> {
  const chosen = new Map<Conversion, Appointment>();
  for (const level of matchLevels) {
    const requested = conversions.flatMap((conversion) => {
      const search = chosen.has(conversion) ? undefined : searchAt(level, conversion, matching);
      return search ? [{ conversion, search }] : [];
    });
    const found = await stores.appointments.first(
      account,
      requested.map(({ search }) => search),
    );
    requested.forEach(({ conversion }, index) => {
      const first = earliestOf(found[index] ?? [], matching.calendar);
      if (first) chosen.set(conversion, first);
    });
  }
  return chosen;
}

/** Returns the appointment that matches a conversion best, or `undefined` if none of the appointments matches. */
export function bestMatch(
  conversion: Conversion,
  appointments: readonly Appointment[],
  rules: MatchRules,
): Appointment | undefined {
  for (const level of matchLevels) {
    const search = searchAt(level, conversion, rules);
    const found = search ? appointments.filter((one) => finds(search, one)) : [];
    const first = earliestOf(found, rules.calendar);
    if (first) return first;
  }
  return undefined;
}

/** Returns the earliest appointment. A date without a time counts as the start of the day. Ties go to the lowest id. */
function earliestOf(appointments: readonly Appointment[], { startOf }: LocalCalendar): Appointment | undefined {
  const startsAt = ({ at }: Appointment) => (typeof at === "number" ? at : startOf(at));
  return [...appointments].sort((a, b) => startsAt(a) - startsAt(b) || a.id - b.id)[0];
}
