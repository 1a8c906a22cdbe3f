import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { backupDatabase, restoreDatabase, verifyDatabase } from "@repute/adapter-typeorm";
import type { Account, AccountId, Domain, PurgedAccount, RebuildReport } from "@repute/domain";
import type { Command } from "commander";
import { withDatabase } from "../open-domain.js";
import { isPostgresUrl } from "../settings/address.js";
import { type Config, readConfig } from "../settings/config.js";
import { failureText } from "../terminal/failure.js";
import { print, showProgress, table } from "../terminal/output.js";
import type { Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, warningsOn, withExistingDomain } from "./command.js";
import { positiveOption } from "./option-values.js";

type FileOptions = JsonOption & { readonly replace?: boolean };
type BackupOptions = FileOptions & { readonly keep?: number };

export function addBackupCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "backup", "Copy the database to a file and check the copy, even while the database is in use", [
    "repute backup /var/backups/repute-2026-11-21.db",
    "repute backup /var/backups/repute/ --keep 14",
  ])
    .argument("<file>", "File to write the copy to, or a folder for a file that is named after the time")
    .option("--replace", "Overwrite the file if it exists")
    .option("--keep <number>", "Delete older backups in the folder, except for this number of backups", positiveOption)
    .action(async (to: string, { replace = false, keep, json }: BackupOptions, command: Command) => {
      const config = readConfig(terminal.env);
      const isFolder = to.endsWith("/") || existsSync(`${to}/.`);
      if (keep !== undefined && !isFolder) command.error("error: use --keep with a folder", { exitCode: 2 });
      const { databaseUrl, backupDatabaseUrl = databaseUrl } = config;
      const source = isPostgresUrl(databaseUrl) ? backupDatabaseUrl : databaseUrl;
      const written = backupDatabase(source, isFolder ? join(to, newName(config)) : to, replace);
      await noteBackup(config, dirname(written.file), terminal);
      const deleted = keep === undefined ? [] : deleteOlder(written.file, keep);
      const text = [`Wrote ${written.file} (${megabytes(written.bytes)})`, ...deleted.map((one) => `Deleted ${one}`)];
      print(terminal, { json: { ...written, ...(keep !== undefined && { deleted }) }, text: text.join("\n") }, json);
    });
}

export function addVerifyCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "verify",
    "Check every page, index and reference of the database, even while the database is in use",
    ["repute verify", "repute verify /var/backups/repute-2026-11-21.db"],
  )
    .argument("[file]", "Backup file to check instead of the database")
    .action((file: string | undefined, { json }: JsonOption) => {
      const checked = verifyDatabase(readConfig(terminal.env).databaseUrl, file);
      const text = `No damage found in ${checked.file} (${megabytes(checked.bytes)})`;
      print(terminal, { json: { ...checked, sound: true }, text }, json);
    });
}

export function addRestoreCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "restore", "Restore the database from a backup (stop the server first)", [
    "repute restore /var/backups/repute-2026-11-21.db --replace",
  ])
    .argument("<file>", "Backup file to restore")
    .option(
      "--replace",
      "Replace the existing database, and keep the previous database in the same folder under another name",
    )
    .action((from: string, { replace = false, json }: FileOptions) => {
      // The replaced database is kept under a name that contains the current time.
      const stamp = `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
      const { databaseUrl } = readConfig(terminal.env);
      const { file, bytes, previousFile } = restoreDatabase(databaseUrl, from, replace, stamp);
      const before = previousFile === undefined ? "" : `\nThe previous database is kept as ${previousFile}`;
      const output = {
        json: { file, bytes, kept: previousFile ?? null },
        text: `Restored ${file} (${megabytes(bytes)})${before}`,
      };
      print(terminal, output, json);
    });
}

/** Returns the file name of a backup that is made now, such as `repute-2026-11-21T023000Z.db`. */
const newName = ({ databaseUrl }: Config): string =>
  `repute-${new Date().toISOString().replace(/:|\.\d+/g, "")}.${isPostgresUrl(databaseUrl) ? "dump" : "db"}`;

/** Records when and into which folder the database was backed up, for `repute status` and `repute doctor`. */
async function noteBackup(config: Config, folder: string, terminal: Terminal): Promise<void> {
  const warn = warningsOn(terminal);
  try {
    await withDatabase(config, warn, async ({ storage: { jobs }, clock }) => {
      const now = clock();
      await jobs.take("backup", { holder: folder, due: now, now, until: now });
      await jobs.finish("backup", folder, now);
    });
  } catch (error) {
    warn(`The backup is complete, but its time was not recorded. ${failureText(error)}`);
  }
}

/** Deletes the oldest backups beside a new backup until `keep` are left. Ignores files with other names. */
function deleteOlder(file: string, keep: number): readonly string[] {
  const name = new RegExp(`^repute-\\d{4}-\\d\\d-\\d\\dT\\d{6}Z\\${extname(file)}$`);
  const others = readdirSync(dirname(file)).filter((one) => name.test(one) && one !== basename(file));
  const old = others.sort().slice(0, Math.max(0, others.length - keep + 1));
  const paths = old.map((one) => join(dirname(file), one));
  for (const path of paths) rmSync(path, { force: true });
  return paths;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

type SealOptions = JsonOption & { readonly account?: string };
type Sealed = { readonly account: string; readonly sealed: number };

export function addSealCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "seal",
    "Compress the stored lists for clients that accept gzip (the server does this when idle)",
    ["repute seal", "repute seal --account acme"],
  )
    .option("--account <key>", "Key of the account (default: all accounts)")
    .action(async ({ account, json }: SealOptions) => {
      const items = await withExistingDomain(terminal, (domain) => seal(domain, account, terminal));
      const rows = items.map((item) => [item.account, item.sealed]);
      print(terminal, { json: { items }, text: table(["account", "segments compressed"], rows) }, json);
    });
}

async function seal(domain: Domain, key: string | undefined, terminal: Terminal): Promise<Sealed[]> {
  const accounts: Account[] = key === undefined ? await domain.accounts.list() : [await domain.accounts.byKey(key)];
  const items: Sealed[] = [];
  for (const { id, key: account } of accounts) items.push({ account, sealed: await sealAccount(domain, id, terminal) });
  return items;
}

async function sealAccount({ feed }: Pick<Domain, "feed">, account: AccountId, { stderr }: Terminal): Promise<number> {
  const progress = showProgress(stderr, "segments");
  let done = 0;
  try {
    return await feed.seal(account, { onSegment: () => progress.show({ phase: "compressing", done: (done += 1) }) });
  } finally {
    progress.end();
  }
}

/** Maximum number of written records after which a command leaves it to the server to compress the lists. */
const fewRecords = 2_000;

/**
 * Compresses the lists of an account if a command has written many of its records. Reading a whole list without
 * compressed segments takes twice as long, and the server would compress them only after a minute.
 * If this fails, prints a warning, because the records are stored and a server compresses the lists later.
 */
export async function sealAfterWriting(
  domain: Pick<Domain, "feed">,
  { account, records }: { readonly account: AccountId; readonly records: number },
  terminal: Terminal,
): Promise<void> {
  if (records <= fewRecords) return;
  try {
    await sealAccount(domain, account, terminal);
  } catch (error) {
    warningsOn(terminal)(
      `Everything was stored, but the lists were not compressed. The server compresses them later. ${failureText(error)}`,
    );
  }
}

type RebuildOptions = JsonOption & { readonly account?: string };
type Rebuilt = { readonly account: string } & RebuildReport;

export function addRebuildCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "rebuild", "Rebuild the published lists, and mark all items except conversions as modified", [
    "repute rebuild",
    "repute rebuild --account acme",
  ])
    .option("--account <key>", "Key of the account (default: all accounts)")
    .action(async ({ account, json }: RebuildOptions) => {
      const items = await withExistingDomain(terminal, (domain) => rebuild(domain, account, terminal));
      print(terminal, { json: { items }, text: rebuiltTable(items) }, json);
    });
}

/** Formats the counts of a rebuild with one row per account and one column per kind of record. */
function rebuiltTable(items: readonly Rebuilt[]) {
  const [first] = items;
  const names = first ? Object.keys(first) : ["account"];
  return table(
    names,
    items.map((item) => Object.values(item)),
  );
}

/** Rebuilds accounts one by one. Each account is a separate unit of work. */
async function rebuild(domain: Domain, key: string | undefined, terminal: Terminal): Promise<Rebuilt[]> {
  const accounts: Account[] = key === undefined ? await domain.accounts.list() : [await domain.accounts.byKey(key)];
  const items: Rebuilt[] = [];
  for (const account of accounts) {
    const rebuilt = await domain.feed.rebuild(account.id);
    const records = Object.values(rebuilt).reduce((sum, count) => sum + count, 0);
    await sealAfterWriting(domain, { account: account.id, records }, terminal);
    items.push({ account: account.key, ...rebuilt });
  }
  return items;
}

export function addPurgeCommand(program: Command, terminal: Terminal): void {
  addCommand(program, "purge-test-submissions", "Delete all test submissions now (the server does this every night)", [
    "repute purge-test-submissions",
  ]).action(async ({ json }: JsonOption) => {
    const items = await withExistingDomain(terminal, (domain) => domain.submissions.purgeTests());
    print(terminal, { json: { items }, text: purgedTable(items) }, json);
  });
}

const purgedTable = (items: readonly PurgedAccount[]) =>
  table(
    ["account", "removed"],
    items.map(({ account, removed }) => [account, removed]),
  );

type ExpireOptions = JsonOption & { readonly account?: string };

export function addExpireCursorsCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "expire-cursors",
    "Make all copies of the change feed start over, after a restore that did not use `repute restore`",
    ["repute expire-cursors", "repute expire-cursors --account acme"],
  )
    .option("--account <key>", "Key of the account (default: all accounts)")
    .action(async ({ account, json }: ExpireOptions) => {
      const items = await withExistingDomain(terminal, (domain) => expire(domain, account));
      const text = table(
        ["account"],
        items.map((item) => [item.account]),
      );
      print(terminal, { json: { items }, text }, json);
    });
}

async function expire(domain: Domain, key: string | undefined): Promise<{ readonly account: string }[]> {
  const accounts: Account[] = key === undefined ? await domain.accounts.list() : [await domain.accounts.byKey(key)];
  for (const account of accounts) await domain.changes.expireCursors(account.id);
  return accounts.map((account) => ({ account: account.key }));
}
