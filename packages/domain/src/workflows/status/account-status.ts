import type { Credential } from "../../foundation/access/access-ports.js";
import { type Account, accountByKey, type AccountSettings } from "../../foundation/accounts/account.js";
import { listOfSource } from "../../foundation/accounts/arrivals.js";
import type { SourceHistory } from "../../foundation/accounts/audit-trail.js";
import { type NewestEntry, type PublicList, publicListOf } from "../../foundation/feed/feed.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports, ReadStores } from "../../foundation/kernel/storage.js";
import { type Instant, isoInstant, localCalendar, type Span } from "../../foundation/kernel/times.js";
import { type SourceFacts, sourceFacts, type SourceState, sourceStates } from "./source-state.js";
import { isFailing, type Webhook } from "../webhooks/webhook.js";
import { type WebhookItem, webhookItem } from "../webhooks/webhooks.js";
import type { Weekday } from "./expectation.js";

/** Status of an account: whether its data arrives, how its tokens are used, and whether its webhooks work. */
export type StatusItem = {
  readonly key: string;
  readonly name: string;
  /** Worst state of the sources, `failing` if a webhook fails, or `disabled` if the account is disabled. */
  readonly state: SourceState | "disabled";
  /** Sources of data, worst first. */
  readonly sources: readonly SourceItem[];
  /** Lists with rows that have a time, sorted by name. */
  readonly lists: readonly ListStatusItem[];
  readonly tokens: readonly TokenUseItem[];
  /** Webhooks in order of creation. */
  readonly webhooks: readonly WebhookStatusItem[];
  /** Number of users who were invited and have not set a password yet. */
  readonly pending_invitations: number;
};

/** Status of a source of data. Times are in ISO 8601. If the source is a list, its newest row is its last arrival. */
export type SourceItem = {
  readonly name: string;
  readonly state: SourceState;
  readonly last_arrival: string | null;
  readonly last_failure: string | null;
  /** Number of records on the UTC day of the last arrival, or `null` if the source is a list. */
  readonly rows_of_last_day: number | null;
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

/** State of a webhook. `failing_since` is set if its attempts fail, or if the service has disabled it for that reason. */
type WebhookStatusItem = Pick<WebhookItem, "id" | "state" | "failing_since">;

type StatusPorts = Pick<Ports, "storage" | "clock">;

/** Number of accounts that are read at the same time. */
const atOnce = 8;

/** Returns the status of one account, or of all accounts, worst first. Throws `account_not_found`. */
export function accountStatuses(ports: StatusPorts) {
  return async (key?: string): Promise<StatusItem[]> => {
    const { accounts, credentials } = ports.storage;
    const one = key === undefined ? undefined : await accountByKey(ports)(key);
    const left = one ? [one] : await accounts.all();
    // One statement for all accounts takes less time than one for each account.
    const tokens = byAccount(one ? await credentials.all(one.id) : await credentials.unrevoked());
    const items: StatusItem[] = [];
    async function readOn(): Promise<void> {
      for (let next = left.pop(); next; next = left.pop())
        items.push(await statusItem(ports, next, tokens.get(next.id) ?? []));
    }
    await Promise.all(Array.from({ length: atOnce }, readOn));
    return items.sort((a, b) => rank(a.state) - rank(b.state) || (a.key < b.key ? -1 : 1));
  };
}

/** Part of an account's status that its own systems may read. */
export type DataStatusItem = Pick<StatusItem, "sources" | "lists"> & { readonly state: SourceState };

/** Returns the states of an account's sources of data, worst first, and the newest row of each list. */
export function dataStatus({ storage, clock }: StatusPorts) {
  return async (account: AccountId): Promise<DataStatusItem> => {
    const now = clock();
    const found = await storage.read(account, (stores) => readSources(stores, account, now));
    return { state: worstOf(found.sources), ...found };
  };
}

/** Reads the histories of an account's sources, what is expected of them, and the newest row of each list. */
async function readSources({ audit, settings, entryKeys }: ReadStores, account: AccountId, now: Instant) {
  const [histories, known, newest] = await Promise.all([
    audit.sources(account),
    settings.read(account),
    entryKeys.newest(account, now),
  ]);
  const rows = newestOf(newest);
  return { sources: sourcesOf(histories, known, rows, now), lists: listsOf(rows) };
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

function byAccount(credentials: readonly Credential[]): ReadonlyMap<AccountId, readonly Credential[]> {
  const found = new Map<AccountId, Credential[]>();
  for (const one of credentials) found.set(one.account, [...(found.get(one.account) ?? []), one]);
  return found;
}

async function statusItem(
  { storage, clock }: StatusPorts,
  account: Account,
  credentials: readonly Credential[],
): Promise<StatusItem> {
  const now = clock();
  const [{ sources, lists }, users, webhooks] = await storage.read(account.id, (stores) =>
    Promise.all([
      ...[readSources(stores, account.id, now), stores.users.all(account.id), stores.webhooks.all(account.id)],
    ] as const),
  );
  return {
    key: account.key,
    name: account.name,
    state: account.disabled ? "disabled" : webhooks.some(isFailing) ? "failing" : worstOf(sources),
    sources,
    lists,
    tokens: credentials.filter(({ revoked }) => !revoked).map((one) => tokenUseItem(one, now)),
    webhooks: webhooks.map(webhookStatusItem),
    pending_invitations: users.filter(({ active }) => !active).length,
  };
}

function webhookStatusItem(webhook: Webhook): WebhookStatusItem {
  const { id, state, failing_since: since } = webhookItem(webhook);
  return { id, state, failing_since: isFailing(webhook) ? since : null };
}

function sourcesOf(
  arrived: readonly SourceHistory[],
  { expectations, timeZone }: AccountSettings,
  newest: NewestRows,
  now: Instant,
): SourceItem[] {
  const calendar = () => localCalendar(timeZone);
  const histories = [...arrived, ...expectations.flatMap(({ source }) => listHistory(source, newest))];
  const of = <T extends { readonly source: string }>(all: readonly T[], name: string) =>
    all.find(({ source }) => source === name);
  return [...new Set([...histories, ...expectations].map(({ source }) => source))]
    .map((name) => ({ name, history: of(histories, name), expectation: of(expectations, name), calendar, now }))
    .map(({ name, ...known }) => sourceItem(sourceFacts(name, known)))
    .sort((a, b) => rank(a.state) - rank(b.state) || (a.name < b.name ? -1 : 1));
}

/** Returns the history of a source that is a list, or none for other sources and for lists without rows. */
function listHistory(source: string, newest: NewestRows): SourceHistory[] {
  const list = listOfSource(source);
  const lastAt = list && newest.get(list);
  return lastAt === undefined ? [] : [{ source, lastDay: 0, rows: 0, days: 0, lastAt, failedAt: null }];
}

/** Time of the newest row by list. */
type NewestRows = ReadonlyMap<PublicList, Instant>;

/** Returns the newest row of each list. All survey responses are one list. Rows of catalog lists have no time. */
function newestOf(entries: readonly NewestEntry[]): NewestRows {
  const times = new Map<PublicList, Instant>();
  for (const { list, at } of entries) {
    const name = publicListOf(list);
    if (at > (times.get(name) ?? 0)) times.set(name, at);
  }
  return times;
}

const listsOf = (newest: NewestRows): ListStatusItem[] =>
  [...newest].sort().map(([name, at]) => ({ name, newest_row: isoInstant(at) }));

const isoOrNull = (at: Instant | null) => (at === null ? null : isoInstant(at));

const sourceItem = (facts: SourceFacts): SourceItem => ({
  name: facts.name,
  state: facts.state,
  last_arrival: isoOrNull(facts.lastAt),
  last_failure: isoOrNull(facts.failedAt),
  rows_of_last_day: listOfSource(facts.name) ? null : facts.rowsOfLastDay,
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
