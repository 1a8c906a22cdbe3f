import type { Credential } from "../../foundation/access/access-ports.js";
import { type Account, accountByKey, type AccountSettings } from "../../foundation/accounts/account.js";
import type { SourceHistory } from "../../foundation/accounts/audit-trail.js";
import { type NewestEntry, type PublicList, publicListOf } from "../../foundation/feed/feed.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { type Instant, isoInstant, localCalendar, type Span } from "../../foundation/kernel/times.js";
import { type SourceFacts, sourceFacts, type SourceState, sourceStates } from "./source-state.js";
import type { Weekday } from "./expectation.js";

/** Status of an account: whether its data arrives, and how its tokens are used. */
export type StatusItem = {
  readonly key: string;
  readonly name: string;
  /** Worst state of the sources, or `disabled` if the account is disabled. */
  readonly state: SourceState | "disabled";
  /** Sources of data, worst first. */
  readonly sources: readonly SourceItem[];
  /** Lists with rows that have a time, sorted by name. */
  readonly lists: readonly ListStatusItem[];
  readonly tokens: readonly TokenUseItem[];
  /** Number of users who were invited and have not set a password yet. */
  readonly pending_invitations: number;
};

/** Status of a source of data. Times are in ISO 8601. */
export type SourceItem = {
  readonly name: string;
  readonly state: SourceState;
  readonly last_arrival: string | null;
  readonly last_failure: string | null;
  readonly rows_of_last_day: number;
  readonly expected_on: readonly Weekday[];
  readonly late_since: string | null;
  /** Spans after which the source is late or failing, if an operator has set them. */
  readonly warn_after: Span | null;
  readonly error_after: Span | null;
};

/** Time of the newest row of a list that is not in the future. */
export type ListStatusItem = { readonly name: PublicList; readonly newest_row: string };

/** Use of a token that was not revoked. `last_used` is `null` if it was never used. */
export type TokenUseItem = {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  readonly state: "enabled" | "disabled" | "expired";
  readonly last_used: string | null;
  readonly expires_at: string | null;
};

type StatusPorts = Pick<Ports, "storage" | "clock">;

/** Number of accounts that are read at the same time. */
const atOnce = 8;

/** Returns the status of one account, or of all accounts, worst first. Throws `account_not_found`. */
export function accountStatuses(ports: StatusPorts) {
  return async (key?: string): Promise<StatusItem[]> => {
    const left = key === undefined ? await ports.storage.accounts.all() : [await accountByKey(ports)(key)];
    const items: StatusItem[] = [];
    async function readOn(): Promise<void> {
      for (let next = left.pop(); next; next = left.pop()) items.push(await statusItem(ports, next));
    }
    await Promise.all(Array.from({ length: atOnce }, readOn));
    return items.sort((a, b) => rank(a.state) - rank(b.state) || (a.key < b.key ? -1 : 1));
  };
}

/** Part of an account's status that its own systems may read. */
export type DataStatusItem = Pick<StatusItem, "sources"> & { readonly state: SourceState };

/** Returns the states of an account's sources of data, worst first. */
export function dataStatus({ storage, clock }: StatusPorts) {
  return async (account: AccountId): Promise<DataStatusItem> => {
    const [histories, settings] = await storage.read(account, (stores) =>
      Promise.all([stores.audit.sources(account), stores.settings.read(account)]),
    );
    const sources = sourcesOf(histories, settings, clock());
    return { state: worstOf(sources), sources };
  };
}

const worstOf = ([worst]: readonly SourceItem[]): SourceState => worst?.state ?? "unknown";

/** Last successful run of a background job. */
export type JobItem = { readonly name: string; readonly last_success: string };

/** Lists the background jobs that have succeeded, sorted by name. */
export const listJobs =
  ({ storage }: Pick<Ports, "storage">) =>
  async (): Promise<JobItem[]> =>
    (await storage.jobs.lastRuns())
      .map(({ job, at }) => ({ name: job, last_success: isoInstant(at) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));

const order: readonly StatusItem["state"][] = [...sourceStates, "disabled"];
const rank = (state: StatusItem["state"]): number => order.indexOf(state);

async function statusItem({ storage, clock }: StatusPorts, account: Account): Promise<StatusItem> {
  const now = clock();
  const [credentials, [histories, settings, users, newest]] = await Promise.all([
    storage.credentials.all(account.id),
    storage.read(account.id, (stores) =>
      Promise.all([
        stores.audit.sources(account.id),
        stores.settings.read(account.id),
        stores.users.all(account.id),
        stores.entryKeys.newest(account.id, now),
      ]),
    ),
  ]);
  const sources = sourcesOf(histories, settings, now);
  return {
    key: account.key,
    name: account.name,
    state: account.disabled ? "disabled" : worstOf(sources),
    sources,
    lists: listsOf(newest),
    tokens: credentials.filter(({ revoked }) => !revoked).map((one) => tokenUseItem(one, now)),
    pending_invitations: users.filter(({ active }) => !active).length,
  };
}

function sourcesOf(histories: readonly SourceHistory[], settings: AccountSettings, now: Instant): SourceItem[] {
  const { expectations, timeZone } = settings;
  const calendar = () => localCalendar(timeZone);
  const of = <T extends { readonly source: string }>(all: readonly T[], name: string) =>
    all.find(({ source }) => source === name);
  return [...new Set([...histories, ...expectations].map(({ source }) => source))]
    .map((name) => ({ name, history: of(histories, name), expectation: of(expectations, name), calendar, now }))
    .map(({ name, ...known }) => sourceItem(sourceFacts(name, known)))
    .sort((a, b) => rank(a.state) - rank(b.state) || (a.name < b.name ? -1 : 1));
}

/** Returns the newest row of each list. All survey responses are one list. Rows of catalog lists have no time. */
function listsOf(newest: readonly NewestEntry[]): ListStatusItem[] {
  const times = new Map<PublicList, Instant>();
  for (const { list, at } of newest) {
    const name = publicListOf(list);
    if (at > (times.get(name) ?? 0)) times.set(name, at);
  }
  return [...times].sort().map(([name, at]) => ({ name, newest_row: isoInstant(at) }));
}

const isoOrNull = (at: Instant | null) => (at === null ? null : isoInstant(at));

const sourceItem = (facts: SourceFacts): SourceItem => ({
  name: facts.name,
  state: facts.state,
  last_arrival: isoOrNull(facts.lastAt),
  last_failure: isoOrNull(facts.failedAt),
  rows_of_last_day: facts.rowsOfLastDay,
  expected_on: facts.expectedOn,
  late_since: isoOrNull(facts.lateSince),
  warn_after: facts.expectation?.warnAfter ?? null,
  error_after: facts.expectation?.errorAfter ?? null,
});

function tokenUseItem(token: Credential, now: Instant): TokenUseItem {
  const { id, kind, name, disabled, lastUsedAt, expiresAt } = token;
  const isExpired = expiresAt !== null && expiresAt <= now;
  const state = disabled ? "disabled" : isExpired ? "expired" : "enabled";
  return { id, kind, name, state, last_used: isoOrNull(lastUsedAt), expires_at: isoOrNull(expiresAt) };
}
