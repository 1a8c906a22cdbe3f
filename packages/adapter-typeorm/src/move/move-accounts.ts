import { existsSync } from "node:fs";
import { type Account, isDomainError, notFound, type OperatorPort } from "@repute/domain";
import { databaseFile, type DatabaseOptions, isPostgresUrl, type TableDatabase } from "../database.js";
import { openTables } from "../open-database.js";
import { migrationNames } from "../tables/migrations/migrations.js";
import { countRows, type Move } from "./account-copier.js";
import { isMoved, moveAccount, type MovedAccount, requireMovable } from "./move-account.js";

export type MoveOptions = OperatorPort &
  Pick<Move, "onProgress"> & {
    readonly from: DatabaseOptions;
    /** Database that gets the accounts. It is created if it has no tables, unless `isDryRun` is true. */
    readonly to: DatabaseOptions;
    readonly isDryRun?: boolean;
  };

/** Account that could be moved, with the number of its rows by table. `problem` says why the target would refuse it. */
export type CheckedAccount = {
  readonly key: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly problem: { readonly code: string; readonly message: string } | null;
};

/** Opens two databases to move accounts from one into the other. Throws if one cannot be opened. */
export async function openMove({ from, to, isDryRun = false, operator, onProgress }: MoveOptions) {
  const source = await openTables(from);
  let target: TableDatabase | undefined;
  try {
    target = isDryRun ? await openExisting(to) : await openTables({ ...to, migrate: "new" });
  } catch (error) {
    await source.close();
    throw error;
  }
  const sides = (account: Account, opened: TableDatabase): Move => ({
    source: { ...source, url: from.url },
    target: { ...opened, url: to.url },
    ...{ account, operator, onProgress },
  });
  return {
    /** Returns the account with a key, or all accounts that were not moved before. */
    async accounts(key?: string): Promise<readonly Account[]> {
      if (key !== undefined) return [await accountWith(source, key)];
      const all = (await source.storage.accounts.all()).sort((a, b) => a.id - b.id);
      const states = await Promise.all(all.map((account) => isMoved(source, account)));
      return all.filter((_, index) => !states[index]);
    },
    async check(account: Account): Promise<CheckedAccount> {
      const rows = await countRows(source, account.id);
      return { key: account.key, rows, problem: target ? await problemOf(sides(account, target)) : null };
    },
    async move(account: Account): Promise<MovedAccount> {
      if (!target) throw new Error("A dry run moves nothing");
      return moveAccount(sides(account, target));
    },
    /** Compresses the lists of an account in the target. */
    async seal({ key }: Account): Promise<void> {
      const arrived = await target?.storage.accounts.byKey(key);
      if (arrived) await target?.storage.sealer.seal(arrived.id);
    },
    async close(): Promise<void> {
      await source.close();
      await target?.close();
    },
  };
}

async function problemOf(move: Move): Promise<CheckedAccount["problem"]> {
  try {
    await requireMovable(move);
    return null;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { code: error.code, message: error.message };
  }
}

async function accountWith(source: TableDatabase, key: string): Promise<Account> {
  const account = await source.storage.accounts.byKey(key);
  if (!account) throw notFound("account_not_found", `no account has the key ${JSON.stringify(key)}`);
  return account;
}

/** Opens a database without changing it. Returns `undefined` if it has no tables yet. */
async function openExisting(options: DatabaseOptions): Promise<TableDatabase | undefined> {
  if (!isPostgresUrl(options.url) && !existsSync(databaseFile(options.url))) return undefined;
  const database = await openTables(options);
  if ((await database.pendingMigrations()).length < migrationNames.length) return database;
  await database.close();
  return undefined;
}
