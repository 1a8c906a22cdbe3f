import type { CalendarDate } from "../kernel/calendar-date.js";
import type { PersonName } from "../kernel/person-name.js";
import { namesAgree } from "../kernel/person-name.js";
import type { Window } from "../kernel/window.js";
import type { Conversion } from "./conversion.js";
import type { MatchKey } from "./match-key.js";
import { keyOfConversion } from "./match-key.js";

/** Which conversions may have led to an appointment, by one way of knowing its patient. */
export type ConversionSearch = {
  readonly key: MatchKey;
  /** Names that agree with this one; an empty first name agrees with every other. All names when `null`. */
  readonly name: PersonName | null;
  /** The day that was asked for; any or none when `null`. */
  readonly scheduledDate: CalendarDate | null;
  readonly window: Required<Window>;
};

/** Whether a search finds a conversion. */
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
