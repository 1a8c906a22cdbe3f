import { AsyncResource } from "node:async_hooks";
import {
  type AccountId,
  type AssertionStore,
  type AuditRecord,
  type CallerStore,
  type ClientStore,
  type CredentialId,
  type CredentialStore,
  type Instant,
  isUsable,
  type KnownClient,
  type KnownCredential,
  type Principal,
} from "@repute/domain";
import { together } from "../concurrency/queues.js";
import { databaseBusy } from "../database-errors.js";
import type { LatestSession, Session, Value, Write } from "../engine.js";
import { assertionTable, clientTable, credentialTable } from "../tables/accounts.js";
import { accountStatusColumns, accountStatusOf, nextId } from "./account-store.js";
import { putOnRecord } from "./audit-store.js";

/** Returns the credential store. Reads see the latest commit. Changes run through `write`. */
export function credentialStore(session: LatestSession, write: Write): CredentialStore {
  const find = (where: string, ...values: Value[]) => credentialTable.find(session, where, values);
  return {
    add: (account, credential, hash, recordOf) =>
      write("directory", async (unit) => {
        const added = { ...credential, account, id: (await nextId(unit, credentialTable)) as CredentialId };
        const isNew = await credentialTable.insert(unit, { ...added, hash });
        if (!isNew) throw new Error("A credential with this hash already exists");
        await recordChange(unit, account, recordOf(added));
        return added;
      }),
    all: (account) => find("account_id = $1 ORDER BY id", account),
    unrevoked: () => find("NOT revoked ORDER BY id"),
    byId: async (id) => (await find("id = $1", id))[0],
    byHash: remembered(session, (hash) => credentialByHash(session, hash)),
    async save(account, { id, name, expiresAt, disabled, revoked }, record) {
      const sql = `UPDATE credentials SET name = $3, expires_at = $4, disabled = $5, revoked = $6
        WHERE account_id = $1 AND id = $2`;
      await write("directory", async (unit) => {
        const touched = await unit.run(sql, [account, id, name, expiresAt, disabled, revoked]);
        if (touched > 0) await recordChange(unit, account, record);
      });
    },
    async noteUse(account, id, at) {
      const sql = "UPDATE credentials SET last_used_at = $3 WHERE account_id = $1 AND id = $2";
      await write("directory", (unit) => unit.run(sql, [account, id, at]));
    },
  };
}

/** Returns a credential and the state of its account. Runs for every request with a token. */
async function credentialByHash(session: Session, hash: string): Promise<KnownCredential | undefined> {
  const [row] = await session.query(
    `SELECT ${credentialTable.selection}, ${accountStatusColumns} FROM credentials owner WHERE hash = $1`,
    [hash],
  );
  return row && { credential: credentialTable.fromRow(row), ...accountStatusOf(row) };
}

/** Returns the client store. Reads see the latest commit. Changes run through `write`. */
export function clientStore(session: LatestSession, write: Write): ClientStore {
  return {
    add: (client, record) =>
      write("directory", async (unit) => {
        if (!(await clientTable.insert(unit, client))) throw new Error("A client with this ID already exists");
        await recordChange(unit, client.account, record);
      }),
    all: (account) => clientTable.find(session, "account_id = $1 ORDER BY created_at, client_id", [account]),
    byId: remembered(session, (clientId) => clientById(session, clientId)),
    async save(account, { clientId, disabled, revoked }, record) {
      const sql = "UPDATE clients SET disabled = $3, revoked = $4 WHERE account_id = $1 AND client_id = $2";
      await write("directory", async (unit) => {
        const touched = await unit.run(sql, [account, clientId, disabled, revoked]);
        if (touched > 0) await recordChange(unit, account, record);
      });
    },
  };
}

/**
 * Adds the record of a change of a token or client. Throws while the account is being handed over to another database, which
 * would not get the change.
 */
async function recordChange(unit: Session, account: AccountId, record: AuditRecord): Promise<void> {
  const sql = "SELECT 1 FROM watermarks WHERE account_id = $1 AND frozen_until > $2";
  if ((await unit.query(sql, [account, record.at])).length > 0) throw databaseBusy();
  await putOnRecord(unit, account, [record]);
}

/** Returns a client and the state of its account. Runs for every request with an access token. */
async function clientById(session: Session, clientId: string): Promise<KnownClient | undefined> {
  const [row] = await session.query(
    `SELECT ${clientTable.selection}, ${accountStatusColumns} FROM clients owner WHERE client_id = $1`,
    [clientId],
  );
  return row && { client: clientTable.fromRow(row), ...accountStatusOf(row) };
}

/** Wraps a lookup with a cache that is cleared after each commit by any process. */
export function remembered<Found extends object>(
  session: LatestSession,
  lookUp: (key: string) => Promise<Found | undefined>,
): (key: string) => Promise<Found | undefined> {
  const { state } = session;
  if (!state) return lookUp;
  const known = new Map<string, Found>();
  let knownAt: number | undefined;
  return async (key) => {
    const now = await state();
    if (now !== knownAt || known.size >= maxRemembered) known.clear();
    knownAt = now;
    const before = known.get(key);
    if (before) return before;
    const found = await lookUp(key);
    // Do not cache the result if another call has detected a new commit meanwhile, because the result may be stale.
    if (found && now === knownAt) known.set(key, found);
    return found;
  };
}

const maxRemembered = 1_000;

type Spend = Parameters<AssertionStore["spend"]>;

/**
 * Request to record an assertion as used.
 * `asTheirs` runs code in the async context of the request, so that traces show the statements as part of the request.
 */
type Spending = { readonly spend: Spend; readonly asTheirs: <T>(work: () => T) => T };

/**
 * Returns the store of used assertions. Concurrent requests share a transaction.
 * Each assertion is stored only once, even if several processes receive it.
 */
export function assertionStore(write: Write): AssertionStore {
  const spendTogether = together<Spending, boolean>((all) => write("directory", (unit) => spendAll(unit, all)));
  return {
    spend: (...spend) => spendTogether({ spend, asTheirs: AsyncResource.bind(<T>(work: () => T) => work()) }),
  };
}

/**
 * Records assertions, grouped by account.
 * The statements of each account run in the async context of one of its requests.
 */
async function spendAll(unit: Session, all: readonly Spending[]): Promise<boolean[]> {
  const ofAccounts = new Map<AccountId, { readonly asTheirs: Spending["asTheirs"]; readonly spends: Spend[] }>();
  for (const { spend, asTheirs } of all) {
    const its = ofAccounts.get(spend[0]) ?? { asTheirs, spends: [] };
    ofAccounts.set(spend[0], its);
    its.spends.push(spend);
  }
  const first = new Set<Spend>();
  for (const [account, { asTheirs, spends }] of ofAccounts) {
    for (const spend of await asTheirs(() => spendOf(unit, account, spends))) first.add(spend);
  }
  return all.map(({ spend }) => first.has(spend));
}

/** Records an account's used assertions. Returns the assertions that were not recorded before. */
async function spendOf(unit: Session, account: AccountId, spends: readonly Spend[]): Promise<Spend[]> {
  await unit.enter(account);
  const now = Math.min(...spends.map(([, , at]) => at));
  await unit.run("DELETE FROM assertions WHERE account_id = $1 AND until <= $2", [account, now]);
  const first: Spend[] = [];
  for (const spend of spends) {
    if (await assertionTable.insert(unit, account, spend[1])) first.push(spend);
  }
  const records = first.map(([, , , record]) => record);
  if (records.length > 0) await putOnRecord(unit, account, records);
  return first;
}

/**
 * Returns the store that checks permissions of callers in a unit of work.
 * On PostgreSQL, it locks the rows that it reads. A concurrent revocation then waits for the commit.
 */
export function callerStore(session: Session): CallerStore {
  const { held } = session.dialect;

  async function isEnabled(account: AccountId): Promise<boolean> {
    const [row] = await session.query(`SELECT disabled FROM accounts WHERE id = $1${held}`, [account]);
    return row !== undefined && !row["disabled"];
  }

  async function isClientUsable(account: AccountId, { id }: Principal): Promise<boolean> {
    const [client] = await clientTable.find(session, `account_id = $1 AND client_id = $2${held}`, [account, id]);
    return !client || !(client.disabled || client.revoked);
  }

  async function isTokenUsable(account: AccountId, { id }: Principal, now: Instant): Promise<boolean> {
    const [credential] = await credentialTable.find(session, `account_id = $1 AND id = $2${held}`, [account, id]);
    return !credential || isUsable(credential, now);
  }

  return {
    async mayWrite(account, by, now) {
      if (!(await isEnabled(account))) return false;
      if (!by || by.kind === "host" || by.kind === "operator") return true;
      return by.kind === "access-token" ? isClientUsable(account, by) : isTokenUsable(account, by, now);
    },
  };
}
