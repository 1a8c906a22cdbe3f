import { AsyncLocalStorage } from "node:async_hooks";
import type { AccountId, Storage } from "@repute/domain";
import { ownTables } from "./own-tables.js";

const mention = new RegExp(`\\b(?:FROM|INTO|UPDATE|JOIN)\\s+"?(${ownTables.join("|")})"?(?=[\\s;)]|$)`, "g");
const definition = /^\s*(CREATE|DROP|ALTER|PRAGMA)\b/;

/**
 * Checks that every SQL statement names the account that the caller named.
 * Records only problems and the names of the tables that were used.
 */
export function statementLog() {
  const callers = new AsyncLocalStorage<AccountId>();
  const problems = new Set<string>();
  const seen = new Set<string>();
  return {
    problems,
    seen,
    /** Checks a statement whose values are either in the SQL or in `values`. */
    trace(sql: string, values: readonly unknown[] = []): void {
      const full = sql.replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]));
      const bare = full.replace(/'(?:[^']|'')*'/g, "''");
      if (definition.test(bare)) return;
      const tables = [...bare.matchAll(mention)].map(([, table]) => table ?? "");
      for (const table of tables) seen.add(table);
      const problem = tables.length > 0 && problemOf({ full, bare, tables }, callers.getStore());
      if (problem) problems.add(`${problem}: ${bare.slice(0, 300)}`);
    },
    /** Wraps a storage so that the account of every call is known. */
    watch: (storage: Storage): Storage => ({
      ...storage,
      transact: (account, work) => callers.run(account, () => storage.transact(account, work)),
      read: (account, work) => callers.run(account, () => storage.read(account, work)),
      feed: watchFeed(storage.feed, callers),
      sealer: {
        ...storage.sealer,
        seal: (account, ...args) => callers.run(account, () => storage.sealer.seal(account, ...args)),
      },
      counts: {
        stored: (account, ...more) => callers.run(account, () => storage.counts.stored(account, ...more)),
        store: (account, ...more) => callers.run(account, () => storage.counts.store(account, ...more)),
      },
      accounts: {
        ...storage.accounts,
        setDisabled: (account, ...more) => callers.run(account, () => storage.accounts.setDisabled(account, ...more)),
        close: (account, record) => callers.run(account, () => storage.accounts.close(account, record)),
        empty: (account) => watchSteps(account, callers, () => storage.accounts.empty(account)),
      },
      credentials: {
        ...storage.credentials,
        add: (account, ...more) => callers.run(account, () => storage.credentials.add(account, ...more)),
        save: (account, ...more) => callers.run(account, () => storage.credentials.save(account, ...more)),
      },
      clients: {
        ...storage.clients,
        add: (client, record) => callers.run(client.account, () => storage.clients.add(client, record)),
        save: (account, ...more) => callers.run(account, () => storage.clients.save(account, ...more)),
      },
      assertions: {
        spend: (account, ...more) => callers.run(account, () => storage.assertions.spend(account, ...more)),
      },
      audit: {
        append: (account, records) => callers.run(account, () => storage.audit.append(account, records)),
        read: (account, since) => watchSteps(account, callers, () => storage.audit.read(account, since)),
        forget: (account, ...more) => callers.run(account, () => storage.audit.forget(account, ...more)),
        addFailures: (account, failures) => callers.run(account, () => storage.audit.addFailures(account, failures)),
        addArrival: (account, arrival) => callers.run(account, () => storage.audit.addArrival(account, arrival)),
        forgetSource: (account, source) => callers.run(account, () => storage.audit.forgetSource(account, source)),
        sources: (account) => callers.run(account, () => storage.audit.sources(account)),
        failures: (account, since) => watchSteps(account, callers, () => storage.audit.failures(account, since)),
      },
    }),
  };
}

const watchFeed = (feed: Storage["feed"], callers: AsyncLocalStorage<AccountId>): Storage["feed"] => ({
  read: (account, ...args) => watchSteps(account, callers, () => feed.read(account, ...args)),
  changes: (account, ...args) => watchSteps(account, callers, () => feed.changes(account, ...args)),
  state: (account) => callers.run(account, () => feed.state(account)),
  revisions: () => feed.revisions(),
  commitNumber: () => feed.commitNumber(),
});

/** Wraps an iteration so that the account is known in every step. */
const watchSteps = <T>(
  account: AccountId,
  callers: AsyncLocalStorage<AccountId>,
  begin: () => AsyncIterable<T>,
): AsyncIterable<T> => ({
  [Symbol.asyncIterator]() {
    const steps = begin()[Symbol.asyncIterator]();
    return {
      next: () => callers.run(account, () => steps.next()),
      return: () =>
        callers.run(account, async () => (await steps.return?.()) ?? { done: true as const, value: undefined }),
    };
  },
});

type Statement = { readonly full: string; readonly bare: string; readonly tables: readonly string[] };

/** Statements that read counters of all accounts at once. */
const ofAllAccounts = new Set([
  "SELECT account_id, revision, at FROM watermarks",
  "SELECT sum(revision) AS sum FROM watermarks",
]);

/** Statement that finds due webhooks. It compares a counter of each account. */
const ofDueWebhooks = /^SELECT d\.account_id, d\.webhook_id, d\.is_failing FROM due_webhooks d\s/;

function problemOf({ full, bare, tables }: Statement, account: AccountId | undefined): string | undefined {
  const isInsert = /^\s*INSERT INTO/.test(bare);
  if (ofAllAccounts.has(bare) || ofDueWebhooks.test(bare)) return undefined;
  if (account === undefined) return beforeAccount(isInsert, tables[0]);
  const named = [...bare.matchAll(/\bWHERE "?account_id"? = (\d+)(?:\.0)?(?![\d.])/g)].map(([, id]) => Number(id));
  if (named.length !== tables.length - (isInsert ? 1 : 0)) return "does not say first whose rows it is about";
  if (/\bOR\b/.test(withoutBrackets(bare))) return "has an OR beside the account";
  const all = isInsert ? [...named, ...insertedAccounts(full)] : named;
  if (all.length === 0) return "names no account";
  return all.every((id) => id === account) ? undefined : "names another account than its caller";
}

function beforeAccount(isInsert: boolean, table = ""): string | undefined {
  const isOfNewAccount = isInsert && ["account_settings", "watermarks", "audit"].includes(table);
  return isOfNewAccount ? undefined : "touches an account's own table although no account is known";
}

/** Returns the values that an insert writes to the first column, one per row. */
function insertedAccounts(full: string): number[] {
  if (!/^\s*INSERT INTO "?\w+"? \("?account_id"?,?/.test(full)) return [Number.NaN];
  const direct = /\b(?:SELECT |VALUES \()(\d+)(?:\.0)?,/.exec(full);
  if (direct) return [Number(direct[1])];
  const [, array] = /\bunnest\(x'(\w*)'::bigint\[\]/.exec(full) ?? [];
  if (array !== undefined) return membersOf(Buffer.from(array, "hex"));
  const [, json = "[[null]]", cut] = /(?:json_each|jsonb_array_elements)\('((?:[^']|'')*)'(\/\*\+)?/.exec(full) ?? [];
  // SQLite logs only the beginning of a long value.
  if (cut) return [Number(/^\[\[(\d+),/.exec(json)?.[1])];
  return (JSON.parse(json.replaceAll("''", "'")) as unknown[][]).map(([account]) => account as number);
}

/** Decodes the integers of a binary PostgreSQL array. The length of each integer in bytes precedes its value. */
function membersOf(array: Buffer): number[] {
  const [headerBytes, lengthBytes, memberBytes] = [20, 4, 8];
  const count = (array.length - headerBytes) / (lengthBytes + memberBytes);
  const placeOf = (index: number) => headerBytes + index * (lengthBytes + memberBytes) + lengthBytes;
  return Array.from({ length: count }, (_, index) => Number(array.readBigInt64BE(placeOf(index))));
}

function withoutBrackets(sql: string): string {
  const less = sql.replace(/\([^()]*\)/g, "");
  return less === sql ? sql : withoutBrackets(less);
}

function literal(value: unknown): string {
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString("hex")}'`;
  return typeof value === "string" && !/^\d+$/.test(value) ? `'${value.replaceAll("'", "''")}'` : String(value);
}
