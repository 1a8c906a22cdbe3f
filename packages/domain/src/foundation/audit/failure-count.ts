import { day, type Instant } from "../kernel/instant.js";
import type { AuditRecord } from "./audit-record.js";

/** Number of failed authentications of a known credential or client on one UTC day, by action and reason. */
export type FailureCount = Pick<AuditRecord, "actor" | "action" | "outcome"> & {
  readonly actorId: string;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Number of failures. At least 1. */
  readonly count: number;
};

/**
 * Creates a count of one failure from an audit record.
 * Keeps only the first word of the outcome. Otherwise, the number of different counts would be unlimited.
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

/** Returns the key of a failure count. The key is unique within an account. */
const keyOf = ({ firstAt, actor, actorId, action, outcome }: FailureCount): string =>
  JSON.stringify([dayOf(firstAt), actor, actorId, action, outcome]);

/** Adds a failure to an account's counts. There is one count per actor, action, outcome and day. */
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
