import { isDomainError } from "../kernel/domain-error.js";
import type { AccountId, ClientId, CredentialId, HostUserId, ImportRunId, UserId } from "../kernel/ids.js";
import { plainCell } from "../kernel/text.js";
import { type Clock, day, type Instant } from "../kernel/times.js";

/** An audited action and its outcome. Contains no patient data and no parameter values. */
export type AuditRecord = {
  /** Time of the action in milliseconds, so that actions within the same second stay in order. */
  readonly at: Instant;
  /** Kind of actor: an operator, the service itself, an invited user, or a caller of the API. */
  readonly actor: "service" | "user" | CallerKind;
  /** Id of the service's user, token or client, or of the host's user. `null` for an operator and the service. */
  readonly actorId: string | null;
  /** Action: a use case such as `revoke_token`, or an endpoint such as `GET /v2/reviews`. */
  readonly action: string;
  /** Object that was changed, such as `token 7`. `null` if nothing was changed. */
  readonly subject: string | null;
  /** Names of the query parameters that filtered the result. */
  readonly filters: readonly string[];
  /** Number of rows that were read or changed. `null` if rows are not counted. */
  readonly rows: number | null;
  /** `ok`, or the reason why the action failed. */
  readonly outcome: string;
  /** Request, command or import run that caused the action. */
  readonly origin?: AuditOrigin;
};

/** Origin of an audited action. Members that do not apply are absent. */
export type AuditOrigin = Partial<RequestOrigin> & {
  /** Operating system user who ran the command. */
  readonly osUser?: string;
  readonly importRun?: ImportRunId;
  readonly connection?: string;
  /** Reason for an incomplete response: the server stopped or the client disconnected. */
  readonly cut?: "stop" | "disconnect";
};

/** Who causes the actions of a process: the operating system user of a command, or the sender of an upload. */
type Actor = Pick<AuditOrigin, "osUser"> & { readonly sender?: Principal };

/** Function that returns who runs a command. Servers do not have it because no operator runs them. */
export type OperatorPort = { readonly operator?: (() => Actor) | undefined };

/** Origin of a request in the audit trail. */
export type RequestOrigin = {
  readonly requestId: string;
  /** IP address of the client. If trusted proxies forward the request, this is the address that they report. */
  readonly address?: string;
  /** User agent as plain text of at most 200 characters. */
  readonly userAgent?: string;
};

/** Kinds of tokens that operators create. */
export const tokenKinds = ["account-key", "api-token", "web-forms", "loader", "office"] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** Kinds of credentials that a request can contain. */
export type CredentialKind = TokenKind | "access-token";

/** Kinds of callers: the holder of a credential, a user whom the host application has authenticated, or an operator. */
export type CallerKind = CredentialKind | "host" | "operator";

/**
 * Authenticated caller in logs and the audit trail.
 * `id` is the id of a token, the client id of an access token, or the id of a user of the host application. It is `null`
 * for an operator.
 */
export type Principal = {
  readonly account: AccountId;
  readonly kind: CallerKind;
  readonly id: CredentialId | ClientId | HostUserId | null;
  /** Origin of the request or command. Present only if the action itself writes the audit record. */
  readonly origin?: AuditOrigin;
};

type Event = Pick<AuditRecord, "at" | "action"> & Partial<AuditRecord>;

const unremarkable = { subject: null, filters: [], rows: null, outcome: "ok" } as const;

/** Creates the audit record of an action that the service performs by itself. */
export const byService = (event: Event): AuditRecord => ({
  actor: "service",
  actorId: null,
  ...unremarkable,
  ...event,
});

/** Creates the record of an action by an operator, or by the sender of the upload that this process works on. */
export function byOperator(event: Event, { operator }: OperatorPort): AuditRecord {
  const { sender, ...who } = operator?.() ?? {};
  const origin = { ...sender?.origin, ...who, ...event.origin };
  const record = sender ? byPrincipal(sender, event) : { ...byService(event), actor: "operator" as const };
  return { ...record, ...(Object.keys(origin).length > 0 && { origin }) };
}

/** Creates the record of an action that a user took with their own invitation. */
export const byUser = (id: UserId, event: Event): AuditRecord => ({
  ...byService(event),
  actor: "user",
  actorId: String(id),
  subject: `user ${id}`,
});

/** Creates the record of an action by an authenticated caller. */
export const byPrincipal = ({ kind, id, origin }: Principal, event: Event): AuditRecord => ({
  actor: kind,
  actorId: id === null ? null : String(id),
  ...unremarkable,
  ...(origin && { origin }),
  ...event,
});

/** Maximum number of characters of a string in an audit origin. */
const maxOriginLength = 200;

/** Converts an external string to plain text of at most 200 characters. Returns `undefined` if nothing is left. */
export const originText = (text: string): string | undefined => plainCell(text.slice(0, maxOriginLength)) || undefined;

/** Data that arrived from a source, or failed to arrive. */
export type Arrival = {
  /** Name of what sends the data, such as `bundles` or `appointments of clinic`. */
  readonly source: string;
  readonly at: Instant;
  /** Number of records that were stored, or `null` if the data failed to arrive. */
  readonly rows: number | null;
};

/** Sum of all arrivals from a source. */
export type SourceHistory = {
  readonly source: string;
  /** UTC day of the last arrival, as a number of days since 1970-01-01. 0 if nothing has arrived. */
  readonly lastDay: number;
  /** Number of records that arrived on this day. */
  readonly rows: number;
  /** Days with an arrival among the last 28 days. The lowest bit is the last day, and each higher bit is the day before. */
  readonly days: number;
  readonly lastAt: Instant | null;
  readonly failedAt: Instant | null;
};

/** Appends records to the audit trail. Inside a transaction, the records are committed with the transaction. */
export interface AuditWriter {
  /** Appends all records, or none if it fails. Adds the arrivals that `arrivalIn` finds in them. */
  append(account: AccountId, records: readonly AuditRecord[]): Promise<void>;
  /** Adds an arrival that has no record. */
  addArrival(account: AccountId, arrival: Arrival): Promise<void>;
  /** Returns the histories of all sources, in any order. */
  sources(account: AccountId): Promise<SourceHistory[]>;
  /** Deletes the history of a source that sends no more data. */
  forgetSource(account: AccountId, source: string): Promise<void>;
}

/** Creates the audit record of a deletion. The argument is the number of deleted rows. */
export type DeletionRecord = (rows: number) => AuditRecord;

/** The audit trail. Records never change, and failure counts only grow. Only `forget` deletes records and counts. */
export interface AuditStore extends AuditWriter {
  /** Reads an account's records from `since` on, oldest first, in pages. */
  read(account: AccountId, since: Instant): AsyncIterable<readonly AuditRecord[]>;

  /**
   * Deletes up to `max` audit records and failure counts that are older than a time. Returns the number deleted.
   * Appends an audit record of the deletion if anything was deleted.
   */
  forget(account: AccountId, before: Instant, max: number, recordOf: DeletionRecord): Promise<number>;

  /**
   * Adds failures to an account's counts, either all or none.
   * Failures that several processes add at the same time are all counted.
   */
  addFailures(account: AccountId, failures: readonly FailureCount[]): Promise<void>;

  /**
   * Reads an account's daily failure counts in pages, oldest day first.
   * Omits a count if its last failure was before `since`.
   */
  failures(account: AccountId, since: Instant): AsyncIterable<readonly FailureCount[]>;
}

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
const failureKey = ({ firstAt, actor, actorId, action, outcome }: FailureCount): string =>
  JSON.stringify([dayOf(firstAt), actor, actorId, action, outcome]);

/** Adds a failure to an account's counts. There is one count per actor, action, outcome and day. */
export function addFailure(counts: Map<string, FailureCount>, failure: FailureCount): void {
  const key = failureKey(failure);
  const before = counts.get(key) ?? { ...failure, count: 0 };
  counts.set(key, {
    ...failure,
    firstAt: Math.min(before.firstAt, failure.firstAt) as Instant,
    lastAt: Math.max(before.lastAt, failure.lastAt) as Instant,
    count: before.count + failure.count,
  });
}

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
