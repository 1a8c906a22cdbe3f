import { createHmac, hash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { type Clock, defined, type Instant, type Ports, type ProcessPort, type Secrets } from "@repute/domain";
import {
  type Database,
  databaseFile,
  type DatabaseOptions,
  isPostgresUrl,
  postgresUrl,
  type TableDatabase,
} from "./database.js";

/**
 * Opens the database at a URL. Creates the SQLite file if it does not exist.
 * Throws a `DomainError` for every problem, such as an invalid URL, an unreachable server or a newer database version.
 */
export const openDatabase: (options: DatabaseOptions) => Promise<Database> = openTables;

/** Opens a database like `openDatabase`, with access to its tables. */
export async function openTables(options: DatabaseOptions): Promise<TableDatabase> {
  const { url, migrate = false, clock = systemClock, readers = 4, writers = 4, lists = 32, patience = 5_000 } = options;
  const listsPerAccount = shareOf(lists, options.listsPerAccount);
  const decided = {
    migrate,
    clock,
    readers,
    lists,
    listsPerAccount,
    patience,
    ...defined({ onMigrated: options.onMigrated }),
  };
  // Load only the engine that is used, because loading both would slow every command down.
  if (!isPostgresUrl(url)) {
    const { openSqlite } = await import("./sqlite/open-sqlite.js");
    return openSqlite({ ...decided, file: databaseFile(url), maxLogBytes: options.maxLogBytes ?? maxLogBytes });
  }
  const { openPostgres } = await import("./postgres/open-postgres.js");
  const migrationUrl = postgresUrl(options.migrationUrl ?? url);
  const { auditDays, onSuperuser } = options;
  return openPostgres({
    ...decided,
    ...defined({ auditDays, onSuperuser }),
    url: postgresUrl(url),
    migrationUrl,
    writers,
  });
}

/** Returns how many lists one account may read at a time: at most half of the lists that all accounts may read. */
function shareOf(lists: number, wanted = Infinity): number {
  return Math.min(wanted, Math.max(1, Math.floor(lists / 2)));
}

/** Default of `DatabaseOptions.maxLogBytes` in bytes: twice the size to which SQLite truncates the log. */
const maxLogBytes = 134_217_728;

/** Returns the domain ports that an open database implements. */
export const typeormPorts = ({
  storage,
  clock,
}: Database): Pick<Ports, "storage" | "clock" | "secrets" | "process"> => ({
  storage,
  clock,
  secrets: nodeSecrets,
  process: thisProcess,
});

const thisProcess: ProcessPort = {
  name: `${hostname()}:${process.pid}`,
  repeat(interval, work) {
    const timer = setInterval(work, interval).unref();
    return () => clearInterval(timer);
  },
};

export const systemClock: Clock = () => Date.now() as Instant;

/** Random bytes and hashes from the `crypto` module of Node.js. */
export const nodeSecrets: Secrets = {
  randomBytes: (count) => randomBytes(count),
  sha256: (text) => hash("sha256", text, "hex"),
  hmacSha256: (key, text) => createHmac("sha256", key).update(text, "utf8").digest(),
};
