import {
  type AccountId,
  addFailure,
  type AuditRecord,
  type Domain,
  type FailureCount,
  failureOf,
} from "@repute/domain";

/**
 * Counts failed authentications until the counts are stored.
 * The counts need little memory, because there is one per credential, action and reason.
 */
export function failureTally({ audit }: Pick<Domain, "audit">, report: (error: unknown) => void) {
  let waiting = new Map<AccountId, Map<string, FailureCount>>();

  function add(account: AccountId, failure: FailureCount): void {
    const counts = waiting.get(account) ?? new Map<string, FailureCount>();
    waiting.set(account, counts);
    addFailure(counts, failure);
  }

  return {
    note: (account: AccountId, record: AuditRecord) => add(account, failureOf(record)),
    /** Stores the counts. If a count cannot be stored, keeps it for the next call. */
    async write(): Promise<void> {
      const counted = waiting;
      waiting = new Map();
      for (const [account, counts] of counted) {
        const failures = [...counts.values()];
        await audit.addFailures(account, failures).catch((error: unknown) => {
          report(error);
          for (const failure of failures) add(account, failure);
        });
      }
    },
  };
}
