import { isDomainError } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Clock } from "../kernel/instant.js";
import type { AuditOrigin, OperatorPort } from "./audit-origin.js";
import { byOperator } from "./audit-record.js";
import type { AuditWriter } from "./audit-store.js";

export type RecordingPorts = OperatorPort & {
  readonly storage: { readonly audit: AuditWriter };
  readonly clock: Clock;
};

type Attempt = {
  readonly account: AccountId;
  readonly action: string;
  readonly subject?: string;
  readonly origin?: AuditOrigin;
};

/**
 * Runs an operator's action. If the action fails, records the error code and rethrows the error.
 * Does not record a success, because the action does so itself.
 */
export async function recordFailure<T>(ports: RecordingPorts, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { account, ...what } = attempt;
    const record = byOperator({ at: ports.clock(), ...what, outcome: outcomeOf(error) }, ports);
    // Ignore an error here. If the database is unavailable, the action has already failed with that error.
    await ports.storage.audit.append(account, [record]).catch(() => undefined);
    throw error;
  }
}

const outcomeOf = (error: unknown): string => (isDomainError(error) ? error.code : "internal_error");
