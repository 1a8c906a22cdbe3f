import type { AuditRecord } from "../foundation/audit/audit-record.js";
import type { AuditStore } from "../foundation/audit/audit-store.js";
import { addFailure, dayOf, type FailureCount } from "../foundation/audit/failure-count.js";
import type { AccountId } from "../foundation/kernel/ids.js";

export function memoryAuditStore(): AuditStore {
  const trails = new Map<AccountId, readonly AuditRecord[]>();
  const failures = new Map<AccountId, Map<string, FailureCount>>();
  const trailOf = (account: AccountId) => trails.get(account) ?? [];
  return {
    async append(account, records) {
      trails.set(account, [...trailOf(account), ...records]);
    },
    async *read(account, since) {
      const found = trailOf(account).filter(({ at }) => at >= since);
      if (found.length > 0) yield found.sort((a, b) => a.at - b.at);
    },
    async forget(account, before, max, recordOf) {
      const old = trailOf(account)
        .filter(({ at }) => at < before)
        .slice(0, max);
      const counts = failures.get(account) ?? new Map<string, FailureCount>();
      const stale = [...counts].filter(([, { lastAt }]) => lastAt < before).slice(0, max - old.length);
      for (const [key] of stale) counts.delete(key);
      const rows = old.length + stale.length;
      const retained = trailOf(account).filter((record) => !old.includes(record));
      trails.set(account, [...retained, ...(rows > 0 ? [recordOf(rows)] : [])]);
      return rows;
    },
    async addFailures(account, added) {
      const counts = failures.get(account) ?? new Map<string, FailureCount>();
      failures.set(account, counts);
      for (const failure of added) addFailure(counts, failure);
    },
    async *failures(account, since) {
      const found = [...(failures.get(account)?.values() ?? [])].filter(({ lastAt }) => lastAt >= since);
      if (found.length > 0) yield found.sort((a, b) => dayOf(a.firstAt) - dayOf(b.firstAt));
    },
  };
}
