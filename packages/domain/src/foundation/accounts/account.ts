import { conflict, invalid, notFound } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import { flag, money, optional, parsed, wholeFrom } from "../kernel/line-fields.js";
import type { JsonObject } from "../kernel/json.js";
import { type Shaped, writeLine } from "../kernel/line-shape.js";
import type { Cents } from "../kernel/numbers.js";
import type { Reads } from "../kernel/storage.js";
import {
  type Clock,
  type Instant,
  type LocalCalendar,
  parseTimeZone,
  type Span,
  type TimeZone,
  toSecond,
  utc,
} from "../kernel/times.js";
import { type AuditRecord, type AuditStore, byOperator, type FailureCount, type OperatorPort } from "./audit-trail.js";

/** A tenant: one practice, with data separate from all other accounts. */
export type Account = {
  readonly id: AccountId;
  /** Unique name for operators. Consists of lowercase letters, digits and hyphens. */
  readonly key: string;
  readonly name: string;
  readonly createdAt: Instant;
  /** True if all credentials of the account are rejected. */
  readonly disabled: boolean;
};

export type AccountSettings = {
  readonly timeZone: TimeZone;
  /** ISO 4217 currency code, such as `USD`. */
  readonly currency: string;
  /** Maximum number of days from a conversion to an appointment for the two to be matched. */
  readonly matchWindowDays: number;
  readonly valueNewPatient: Cents;
  readonly valueExistingPatient: Cents;
  /** True if imports are processed but invites are never sent. */
  readonly monitoringOnly: boolean;
  /** Maximum number of invites that imports plan for one contact on one local day, from all connections together. */
  readonly maxInvitesPerDay: number;
  /** When data of sources is expected, if an operator has set it. */
  readonly expectations: readonly Expectation[];
};

/** When data of a source is expected again after its last arrival. */
export type Expectation = {
  readonly source: string;
  /** Span after which the source is late, or `null` for never. */
  readonly warnAfter: Span | null;
  /** Span after which the source counts as failing, or `null` for never. */
  readonly errorAfter: Span | null;
  /** Days of the week in the account's time zone, 0 for Monday to 6 for Sunday. Time on other days does not count. */
  readonly days: readonly number[];
  /** Time from which data is expected if none has arrived. */
  readonly since: Instant;
};

/** Settings of a newly created account. */
export const defaultSettings: AccountSettings = {
  timeZone: utc,
  currency: "USD",
  matchWindowDays: 90,
  valueNewPatient: 0 as Cents,
  valueExistingPatient: 0 as Cents,
  monitoringOnly: false,
  maxInvitesPerDay: 3,
  expectations: [],
};

/** Rules of an account for matching conversions to appointments. */
export type MatchRules = {
  readonly calendar: LocalCalendar;
  /** Maximum number of days from a conversion to the day on which an appointment was made or took place. */
  readonly windowDays: number;
};

/** Account state that decides whether a caller may use the account. */
export type AccountStatus = {
  readonly accountDisabled: boolean;
  /**
   * Version of the account's catalog, or absent if unknown. Lets callers cache catalog data without another query.
   *
   * Changes with every unit of work that changes the catalog. No version is ever reused.
   */
  readonly catalogVersion?: string;
};

/** Store of all accounts. Can be used before the account of a request is known. */
export interface AccountStore {
  /**
   * Adds an account with the next id and appends the audit record, in one unit of work.
   * Throws `account_key_taken` if the key exists.
   */
  add(account: Omit<Account, "id">, settings: AccountSettings, record: AuditRecord): Promise<Account>;
  /** Returns all accounts whose key is in use, sorted by key. */
  all(): Promise<Account[]>;
  /** Also finds closed accounts, by their new key. */
  byKey(key: string): Promise<Account | undefined>;
  /** Returns the state of an account, or `undefined` if no account has the id. */
  status(account: AccountId): Promise<AccountStatus | undefined>;
  /** Disables or enables an account and appends the audit record in the same unit of work. */
  setDisabled(account: AccountId, disabled: boolean, record: AuditRecord): Promise<void>;
  /**
   * Closes an account for good, and appends the audit record in the same unit of work. No later unit of work of the account
   * succeeds. The account gets the key of `closedKey`, so that its old key can be used again, and loses its name.
   */
  close(account: AccountId, record: AuditRecord): Promise<void>;
  /** Returns the closed accounts. */
  closed(): Promise<Account[]>;
  /**
   * Deletes the rows of a closed account. Keeps the audit trail with the tokens and clients
   * that it names. Yields the number of deleted rows after each transaction.
   */
  empty(account: AccountId): AsyncIterable<DeletedRows>;
}

/** Number of rows that were deleted from a table. */
export type DeletedRows = { readonly table: string; readonly rows: number };

/**
 * Returns the key of an account that was closed. The key of an account that is arriving from another database begins with
 * a tilde. No other key contains one.
 */
export const closedKey = ({ id, key }: Pick<Account, "id" | "key">): string => `${key}~${id}`;

/** Returns true if an account was closed, and its data is being deleted or was deleted. */
export const isClosed = ({ key }: Pick<Account, "key">): boolean => key.indexOf("~") > 0;

export interface SettingsReader {
  read(account: AccountId): Promise<AccountSettings>;
  /** Returns the account's key and name, and whether it is disabled. */
  owner(account: AccountId): Promise<Pick<Account, "key" | "name" | "disabled">>;
}

export interface SettingsStore extends SettingsReader {
  save(account: AccountId, settings: AccountSettings): Promise<void>;
}

/** Shape of the `account` line of a bundle. Its values are merged into the account's settings. */
export const accountLine = {
  time_zone: optional(parsed("an IANA time zone such as America/Denver", parseTimeZone)),
  currency: optional(parsed("an ISO 4217 code such as USD", (code) => (/^[A-Z]{3}$/.test(code) ? code : null))),
  match_window_days: optional(wholeFrom(1, 365)),
  value_new_patient: optional(money),
  value_existing_patient: optional(money),
  monitoring_only: optional(flag),
  max_invites_per_contact_per_day: optional(wholeFrom(1, 100)),
};

export type AccountLine = Shaped<typeof accountLine>;

/** Merges the values of an `account` line into the settings. Absent keys leave their settings unchanged. */
export function mergeSettings(settings: AccountSettings, line: AccountLine): AccountSettings {
  return {
    timeZone: line.time_zone ?? settings.timeZone,
    currency: line.currency ?? settings.currency,
    matchWindowDays: line.match_window_days ?? settings.matchWindowDays,
    valueNewPatient: line.value_new_patient ?? settings.valueNewPatient,
    valueExistingPatient: line.value_existing_patient ?? settings.valueExistingPatient,
    monitoringOnly: line.monitoring_only ?? settings.monitoringOnly,
    maxInvitesPerDay: line.max_invites_per_contact_per_day ?? settings.maxInvitesPerDay,
    expectations: settings.expectations,
  };
}

/** Converts settings to an `account` line. */
export const accountToLine = ({ maxInvitesPerDay, ...settings }: AccountSettings): JsonObject =>
  writeLine(accountLine, { ...settings, maxInvitesPerContactPerDay: maxInvitesPerDay });

const accountKeyShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export type NewAccount = { readonly key: string; readonly name: string; readonly timeZone?: string };

type AccountPorts = OperatorPort & {
  readonly storage: { readonly accounts: AccountStore };
  readonly clock: Clock;
};

/** Ports for creating an account. `cursorSigner` creates the key that signs the account's cursors. */
export type CreatePorts = AccountPorts & { readonly cursorSigner: (account: AccountId) => Promise<unknown> };

/**
 * Creates an account with default settings and a key for signing cursors.
 * Throws `account_key_taken` if another account has the account key.
 *
 * The signing key is created now so that every backup of the account contains it.
 */
export function createAccount({ storage, clock, operator, cursorSigner }: CreatePorts) {
  return async ({ key, name, timeZone = utc }: NewAccount): Promise<Account> => {
    const zone = parseTimeZone(timeZone);
    if (!accountKeyShape.test(key)) {
      throw invalid(
        "invalid_account_key",
        "the account key must have 1 to 63 lowercase letters, digits and hyphens, and no hyphen at the start or end",
      );
    }
    if (name.trim() === "") throw invalid("invalid_account_name", "the account name must not be empty");
    if (!zone) throw invalid("invalid_time_zone", "the time zone must be an IANA name such as America/Denver");
    const at = clock();
    const account = { key, name: name.trim(), createdAt: toSecond(at), disabled: false };
    const record = byOperator({ at, action: "create_account" }, { operator });
    const added = await storage.accounts.add(account, { ...defaultSettings, timeZone: zone }, record);
    await cursorSigner(added.id);
    return added;
  };
}

/** Lists all accounts, sorted by key. */
export function listAccounts({ storage }: Pick<AccountPorts, "storage">) {
  return (): Promise<Account[]> => storage.accounts.all();
}

/** Returns the account with a given key. Throws `account_not_found` if no account has the key. */
export function accountByKey({ storage }: Pick<AccountPorts, "storage">) {
  return async (key: string): Promise<Account> => {
    const account = await anyByKey({ storage }, key);
    if (!key.includes("~")) return account;
    throw noSuchKey(key);
  };
}

/** Returns the account with a given key, even if it is closed or arriving. Throws `account_not_found`. */
export async function anyByKey({ storage }: Pick<AccountPorts, "storage">, key: string): Promise<Account> {
  const account = await storage.accounts.byKey(key);
  if (account) return account;
  throw noSuchKey(key);
}

const noSuchKey = (key: string) => notFound("account_not_found", `no account has the key ${JSON.stringify(key)}`);

export function accountSettings({ storage }: { readonly storage: Reads<{ readonly settings: SettingsReader }> }) {
  return (account: AccountId): Promise<AccountSettings> =>
    storage.read(account, ({ settings }) => settings.read(account));
}

/** Disables or enables an account. Takes effect on the next request. */
export function setAccountDisabled(ports: AccountPorts) {
  return async (key: string, disabled: boolean): Promise<Account> => {
    const account = await accountByKey(ports)(key);
    const action = disabled ? "disable_account" : "enable_account";
    await ports.storage.accounts.setDisabled(account.id, disabled, byOperator({ at: ports.clock(), action }, ports));
    return { ...account, disabled };
  };
}

/** Error that every adapter throws for a duplicate account key. */
export const accountKeyTaken = (key: string) =>
  conflict("account_key_taken", `an account already has the key ${JSON.stringify(key)}`);

/** Error for an account id that does not exist. */
export const accountNotFound = (account: number) => notFound("account_not_found", `no account has the id ${account}`);

type TrailPorts = { readonly storage: { readonly accounts: AccountStore; readonly audit: AuditStore } };

/** Reads the audit records of an account from `since` on, in batches, oldest first. */
export function readAudit(ports: TrailPorts) {
  return async (key: string, since: Instant): Promise<AsyncIterable<readonly AuditRecord[]>> =>
    ports.storage.audit.read((await anyByKey(ports, key)).id, since);
}

export const appendAudit =
  ({ storage }: TrailPorts) =>
  (account: AccountId, records: readonly AuditRecord[]): Promise<void> =>
    storage.audit.append(account, records);

/** Lists an account's counts of failed authentications. Omits counts whose last failure was before `since`. */
export function readFailures(ports: TrailPorts) {
  return async (key: string, since: Instant): Promise<AsyncIterable<readonly FailureCount[]>> =>
    ports.storage.audit.failures((await anyByKey(ports, key)).id, since);
}

/** Adds failed authentications to the counts of an account's credentials and clients. */
export const addFailures =
  ({ storage }: TrailPorts) =>
  (account: AccountId, failures: readonly FailureCount[]): Promise<void> =>
    storage.audit.addFailures(account, failures);

/** Runs `work` for every account, one account at a time. After the last account, throws the first error, if any. */
export const eachAccount = async <T>(
  { accounts }: { readonly accounts: AccountStore },
  work: (account: Account) => Promise<T>,
): Promise<readonly T[]> => oneByOne(await accounts.all(), work);

/** Runs `work` for every element, one at a time. After the last element, throws the first error, if any. */
export async function oneByOne<E, T>(elements: readonly E[], work: (element: E) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  const failures: unknown[] = [];
  for (const element of elements) {
    try {
      done.push(await work(element));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
