import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import { namesAgree, type PersonName } from "../../foundation/kernel/person-name.js";
import type { Window } from "../../foundation/kernel/window.js";
import type { Conversion } from "./conversion.js";
import { keyOfConversion, type MatchKey } from "./match-key.js";

/** Query by one match key that finds conversions that may have led to an appointment. */
export type ConversionSearch = {
  readonly key: MatchKey;
  /** Prospect's name to search for. An empty first name matches every first name. `null` matches every name. */
  readonly name: PersonName | null;
  /** Requested day to search for. If `null`, the requested days of conversions are ignored. */
  readonly scheduledDate: CalendarDate | null;
  readonly window: Required<Window>;
};

export function findsConversion(search: ConversionSearch, conversion: Conversion): boolean {
  const { key, name, scheduledDate, window } = search;
  return (
    keyOfConversion(conversion, key.kind)?.value === key.value &&
    (name === null || (conversion.prospectName !== null && namesAgree(name, conversion.prospectName))) &&
    (scheduledDate === null || conversion.scheduledDate === scheduledDate) &&
    conversion.at >= window.from &&
    conversion.at < window.to
  );
}
