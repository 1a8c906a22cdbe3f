import { randomBytes } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { invalid, notFound, unavailable } from "@repute/domain";
import Database from "better-sqlite3";
import {
  databaseDamaged,
  databaseFull,
  databaseUnwritable,
  notADatabase,
  notThisProgramsDatabase,
} from "./database-errors.js";
import { databaseFile, isPostgresUrl } from "./database.js";
import { checkDump, dump } from "./postgres/dump.js";
import { checkSchema } from "./sqlite/check-schema.js";
import { isBusy, isDamage, isFull, sqliteCode, sqliteFailure } from "./sqlite/sqlite-failure.js";
import { applicationId, makeFile, makeFolder, whileClosed } from "./sqlite/sqlite-file.js";

/** Path of a written file, and its size in bytes. */
export type WrittenFile = { readonly file: string; readonly bytes: number };

/** Result of a restore. `previousFile` is the new path of the replaced database file, if there was one. */
export type RestoredFile = WrittenFile & { readonly previousFile: string | undefined };

/**
 * Writes a consistent copy of a database, even while the database is in use. With PostgreSQL, the copy is a dump for
 * `pg_restore`. The copy of a SQLite database has no epochs, so change cursors expire after any kind of restore.
 * The copy gets its final name only after it was verified, so a file with this name is always complete.
 * Throws `file_exists` if the file exists and `replace` is false.
 * If several backups with the same name run concurrently without `replace`, only one of them succeeds.
 */
export function backupDatabase(url: string, to: string, replace = false): WrittenFile {
  const target = resolve(to);
  const write = isPostgresUrl(url) ? (part: string) => dump(url, part) : copying(databaseFile(url));
  if (existsSync(target) && !replace) throw alreadyThere(target);
  return writeWhole(target, write, (part) => (replace ? replaceBy : placeNew)(part, target));
}

function copying(source: string): (part: string) => void {
  if (!existsSync(source)) throw noDatabaseAt(source);
  return (part) => {
    copy(source, part);
    forgetEpochs(part);
    verifyFile(part, source);
  };
}

/** Copies the database with a single statement. The statement reads one committed state, even during writes. */
function copy(source: string, part: string): void {
  try {
    const database = new Database(source, { readonly: true, fileMustExist: true, timeout: 5_000 });
    try {
      database.pragma("trusted_schema = OFF");
      // Otherwise, free space inside the new pages would hold copies of rows, which a later erasure could not find.
      database.pragma("secure_delete = ON");
      database.prepare("VACUUM INTO ?").run(part);
    } finally {
      database.close();
    }
  } catch (error) {
    throw isDamage(error) ? databaseDamaged(error, source) : sqliteFailure(error);
  }
}

/**
 * Restores a SQLite database from a backup.
 * The backup is copied and verified first, so a damaged backup changes nothing.
 * The restored database has no epochs, so earlier change cursors expire.
 * An existing database is replaced only if `replace` is true and no process has it open.
 * The old file stays in the same folder, with the suffix `stamp`.
 */
export function restoreDatabase(url: string, from: string, replace: boolean, stamp: string): RestoredFile {
  const backup = resolve(from);
  const file = resolve(databaseFile(url));
  if (!existsSync(backup)) throw noDatabaseAt(backup);
  const previousFile = existsSync(file) ? `${file}.${stamp}` : undefined;
  if (previousFile !== undefined && !replace) throw fileExists(file);
  const write = (part: string) => {
    copyFileSync(backup, part);
    verifyFile(part, backup);
    forgetEpochs(part);
  };
  const place = (part: string) =>
    withExclusiveAccess(file, () => {
      if (previousFile === undefined) return placeNew(part, file);
      setAside(file, previousFile);
      replaceBy(part, file);
    });
  return { ...writeWhole(file, write, place), previousFile };
}

const fileExists = (file: string) =>
  invalid(
    "file_exists",
    `${file} already exists; add --replace to replace the file (the old file is kept in the same folder), or set DATABASE_URL to another file`,
  );

function withExclusiveAccess(file: string, work: () => void): void {
  try {
    makeFolder(dirname(file));
    whileClosed(file, work);
  } catch (error) {
    throw isBusy(error) ? unavailable("database_in_use", `${file} is in use; stop the server first`) : error;
  }
}

/**
 * Adds a second name to the old database file, so that the original path always exists.
 * Removes the old log, because SQLite would apply it to the new file.
 */
function setAside(file: string, previousFile: string): void {
  closeLog(file);
  linkSync(file, previousFile);
  for (const ending of ["-wal", "-shm"]) rmSync(file + ending, { force: true });
}

/**
 * Checkpoints and removes the write-ahead log by leaving WAL mode.
 * This requires exclusive access, so it fails while another program has the file open.
 */
function closeLog(file: string): void {
  try {
    const database = new Database(file, { fileMustExist: true, timeout: 0 });
    try {
      database.pragma("journal_mode = DELETE");
    } finally {
      database.close();
    }
  } catch (error) {
    // Ignore a damaged file. It is about to be replaced, and operators restore backups to replace damaged files.
    if (!isDamage(error)) throw error;
  }
}

const noDatabaseAt = (file: string) => notFound("no_database", `there is no database at ${file}`);

/**
 * Verifies a SQLite database or a backup file. The database may be in use. Checks all pages, indexes and foreign keys.
 * Throws `database_damaged` with the first faults. With PostgreSQL, reads a whole dump, or throws `dump_failed`.
 */
export function verifyDatabase(url: string, file?: string): WrittenFile {
  const checked = file === undefined ? databaseFile(url) : resolve(file);
  if (!existsSync(checked)) throw noDatabaseAt(checked);
  if (isPostgresUrl(url)) checkDump(checked);
  else verifyFile(checked, checked);
  return { file: checked, bytes: statSync(checked).size };
}

/** Throws if a file is not an intact Repute database of the current or an older version. `name` is used in errors. */
function verifyFile(file: string, name: string): void {
  try {
    verify(file, name);
  } catch (error) {
    const code = sqliteCode(error);
    if (code.startsWith("SQLITE_NOTADB")) throw notADatabase(name, error);
    if (isFull(error)) throw databaseFull(error);
    throw code.startsWith("SQLITE_") ? databaseDamaged(error, name) : error;
  }
}

/** Maximum number of faults in an error message. */
const maxReported = 3;

function verify(file: string, name: string): void {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (database.pragma("application_id", { simple: true }) !== applicationId) throw notThisProgramsDatabase(name);
    checkSchema(database, name);
    const verdicts = database.pragma(`integrity_check(${maxReported})`) as readonly {
      readonly integrity_check: string;
    }[];
    const findings = verdicts.map(({ integrity_check: verdict }) => verdict);
    if (findings.join() !== "ok") throw databaseDamaged(findings.join("; "), name, findings);
    const astray = database.pragma("foreign_key_check") as readonly {
      readonly table: string;
      readonly parent: string;
    }[];
    const rows = [...new Set(astray.map(({ table, parent }) => `rows of ${table} refer to missing rows of ${parent}`))];
    if (rows.length > 0) throw databaseDamaged(rows.join("; "), name, rows.slice(0, maxReported));
  } finally {
    database.close();
  }
}

/**
 * Writes a file under a temporary name, and renames it when it is complete. Only the owner can access the file.
 * After the file was synced to disk, `place` gives it its final name.
 * If `write` or `place` throws, the temporary file is removed.
 * Temporary files of killed processes are removed from the folder after one day.
 */
function writeWhole(target: string, write: (part: string) => void, place: (part: string) => void): WrittenFile {
  const part = `${target}.${randomBytes(6).toString("hex")}.part`;
  try {
    makeFolder(dirname(target));
    removeAbandoned(dirname(target));
    makeFile(part);
    write(part);
    sync(part);
    place(part);
    sync(dirname(target));
  } catch (error) {
    throw isRefusalToWrite(error) ? databaseUnwritable(target, error) : error;
  } finally {
    if (existsSync(part)) rmSync(part);
  }
  return { file: target, bytes: statSync(target).size };
}

const partName = /\.[\da-f]{12}\.part(-journal)?$/;

/** Minimum age of abandoned temporary files before they are removed, in milliseconds. */
const day = 86_400_000;

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => partName.test(one))) {
    const part = join(folder, name);
    const written = statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - written > day) rmSync(part, { force: true });
  }
}

/** Renames a temporary file to the target, and replaces any existing file. */
const replaceBy = (part: string, target: string): void => renameSync(part, target);

/**
 * Gives a temporary file the name of the target. Throws `file_exists` if the target exists.
 * If several processes use the same target concurrently, only one succeeds.
 */
function placeNew(part: string, target: string): void {
  try {
    linkSync(part, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw alreadyThere(target);
    throw error;
  }
}

const alreadyThere = (file: string) =>
  invalid("file_exists", `${file} already exists; add --replace to overwrite the file, or choose another file`);

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const isRefusalToWrite = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  /^(E(ACCES|PERM|ROFS|NOSPC|NOTDIR|NOENT|EXIST|ISDIR)|SQLITE_(CANTOPEN|FULL|IOERR|READONLY))/.test(String(error.code));

/**
 * Deletes the epochs of all accounts from a database file that is not in use.
 * A server that opens the file creates new epochs, so change cursors from before the backup or restore expire.
 * Databases of older versions have no epochs.
 */
function forgetEpochs(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma("trusted_schema = OFF");
    const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'epochs'").get();
    if (found) database.prepare("DELETE FROM epochs").run();
  } finally {
    database.close();
  }
}
