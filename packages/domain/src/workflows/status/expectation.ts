import { accountByKey, type Expectation } from "../../foundation/accounts/account.js";
import { byOperator } from "../../foundation/accounts/audit-trail.js";
import { isKnownSource, knownSources } from "../../foundation/accounts/arrivals.js";
import { invalid } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports, Stores } from "../../foundation/kernel/storage.js";
import {
  day,
  dayNumber,
  type Instant,
  type LocalCalendar,
  millisecondsOf,
  minute,
  type Span,
} from "../../foundation/kernel/times.js";

/** Days of the week in order. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export type Weekday = (typeof weekdays)[number];

/** Returns the index of the day of the week. 1970-01-01 was a Thursday. */
export const weekdayOf = (dayNumber: number): number => (dayNumber + 3) % 7;

const maxSpan = 90 * day;

/** Wanted expectation. With neither span, the service learns again when data is expected. */
export type NewExpectation = Omit<Expectation, "since">;

type ExpectPorts = Pick<Ports, "storage" | "clock" | "operator">;

/**
 * Sets when data of a source is expected. Throws `account_not_found`, `unknown_source` and `invalid_expectation`.
 */
export function expectData(ports: ExpectPorts) {
  return async (key: string, wanted: NewExpectation): Promise<void> => {
    checkExpectation(wanted);
    const isSet = wanted.warnAfter !== null || wanted.errorAfter !== null;
    await changeExpectation(ports, key, wanted.source, async (_, since) => (isSet ? { ...wanted, since } : undefined));
  };
}

/**
 * Removes a source that sends no more data from the status of an account, until data arrives again. Throws
 * `account_not_found` and `unknown_source`.
 */
export const endSource =
  (ports: ExpectPorts) =>
  async (key: string, source: string): Promise<void> => {
    checkSource(source);
    await changeExpectation(ports, key, source, async (stores, _, account) =>
      stores.audit.forgetSource(account, source).then(() => undefined),
    );
  };

type Change = (stores: Stores, now: Instant, account: AccountId) => Promise<Expectation | undefined>;

/** Replaces the expectation of a source in one audited unit of work. */
async function changeExpectation(ports: ExpectPorts, key: string, source: string, change: Change): Promise<void> {
  const { id } = await accountByKey(ports)(key);
  await ports.storage.transact(id, async (stores, now) => {
    const settings = await stores.settings.read(id);
    const changed = await change(stores, now, id);
    const others = settings.expectations.filter((one) => one.source !== source);
    await stores.settings.save(id, { ...settings, expectations: changed ? [...others, changed] : others });
    const event = { at: ports.clock(), action: "change_account", subject: "settings expectations" };
    await stores.audit.append(id, [byOperator(event, ports)]);
  });
}

function checkSource(source: string): void {
  if (!isKnownSource(source)) throw invalid("unknown_source", `the source must be one of ${knownSources.join(", ")}`);
}

function checkExpectation({ source, warnAfter, errorAfter, days }: NewExpectation): void {
  checkSource(source);
  const [warn, error] = [warnAfter, errorAfter].map((span) => (span ? millisecondsOf(span) : undefined));
  const isPossible = [warn, error].every((one) => one === undefined || (one >= minute && one <= maxSpan));
  if (!isPossible) throw invalid("invalid_expectation", "the spans must be between 1 minute and 90 days");
  if (warn !== undefined && error !== undefined && warn > error)
    throw invalid("invalid_expectation", "the span of the warning must not be longer than that of the error");
  if (days.length === 0 || !days.every((one) => one in weekdays))
    throw invalid("invalid_expectation", "the days must be one or more numbers from 0 for Monday to 6 for Sunday");
}

/** Returns when a span of time on the expected days of the week has passed since `from`, in the account's time zone. */
export function passedAt({ days }: Expectation, span: Span, from: Instant, calendar: LocalCalendar): Instant {
  let left = millisecondsOf(span);
  for (let start = from; ;) {
    const date = calendar.dateOf(start);
    const end = calendar.endOf(date);
    const isCounted = days.includes(weekdayOf(dayNumber(date)));
    if (isCounted && left <= end - start) return (start + left) as Instant;
    if (isCounted) left -= end - start;
    start = end;
  }
}
