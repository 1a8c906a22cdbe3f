import type { Instant } from "../kernel/instant.js";
import { day } from "../kernel/instant.js";
import type { AuditRecord } from "./audit-record.js";

/** Number of failed authentications of a known credential or client, by action and reason, on one UTC day. */
export type FailureCount = Pick<AuditRecord, "actor" | "action" | "outcome"> & {
  readonly actorId: string;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Number of failures, at least 1. */
  readonly count: number;
};

/**
 * Counts one failure. Keeps only the first word of the outcome, because the details have an unlimited number of values.
 */
export const failureOf = ({ at, actor, actorId, action, outcome }: AuditRecord): FailureCount => ({
  actor,
  actorId: actorId ?? "",
  action,
  outcome: outcome.split(" ", 1)[0] ?? "",
  firstAt: at,
  lastAt: at,
  count: 1,
});

/** Returns the number of UTC days since 1970-01-01. */
export const dayOf = (at: Instant): number => Math.floor(at / day);

/** Returns the key of a count, which is unique within an account. */
const keyOf = ({ firstAt, actor, actorId, action, outcome }: FailureCount): string =>
  JSON.stringify([dayOf(firstAt), actor, actorId, action, outcome]);

/** Adds a failure to the counts of an account. The counts have one entry per actor, action, outcome and day. */
export function addFailure(counts: Map<string, FailureCount>, failure: FailureCount): void {
  const key = keyOf(failure);
  const before = counts.get(key) ?? { ...failure, count: 0 };
  counts.set(key, {
    ...failure,
    firstAt: Math.min(before.firstAt, failure.firstAt) as Instant,
    lastAt: Math.max(before.lastAt, failure.lastAt) as Instant,
    count: before.count + failure.count,
  });
}
