import { spawnSync } from "node:child_process";
import { unavailable } from "@repute/domain";
import { postgresUrl } from "../database.js";

/**
 * Writes a consistent dump of a PostgreSQL database to an existing file, and reads the dump again.
 * Throws if a policy of row-level security hides rows from the role, because the dump would be incomplete.
 */
export function dump(url: string, file: string): void {
  // pg_dump turns row_security off, so that PostgreSQL refuses to filter rows instead of leaving them out.
  run("pg_dump", ["--format=custom", "--no-password", `--file=${file}`], connection(postgresUrl(url)));
  checkDump(file);
}

/** Reads a dump from start to end. Throws `dump_failed` if `pg_restore` cannot read it. */
export function checkDump(file: string): void {
  run("pg_restore", ["--file=/dev/null", file], {});
}

/** Environment variables of libpq by the parameters of a database URL. */
const variables: Readonly<Record<string, string>> = {
  ...{ host: "PGHOST", port: "PGPORT", user: "PGUSER", password: "PGPASSWORD", dbname: "PGDATABASE" },
  ...{ sslmode: "PGSSLMODE", sslrootcert: "PGSSLROOTCERT", sslcert: "PGSSLCERT", sslkey: "PGSSLKEY" },
  options: "PGOPTIONS",
};

/** Returns the connection of a URL as environment variables, because other users can see the arguments of a process. */
function connection(url: string): Readonly<Record<string, string>> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const [host, user, pass, dbname] = [hostname.replace(/^\[|\]$/g, ""), username, password, pathname.slice(1)].map(
    decodeURIComponent,
  );
  const parameters = Object.entries({ host, port, user, password: pass, dbname, ...Object.fromEntries(searchParams) });
  return Object.fromEntries(
    parameters.flatMap(([name, value]) => (value && variables[name] ? [[variables[name], wordOf(value)]] : [])),
  );
}

/** Replaces the value that only Node's driver knows: an encrypted connection without a check of the certificate. */
const wordOf = (value: string): string => (value === "no-verify" ? "require" : value);

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  const { status, stderr, error } = spawnSync(program, args, {
    env: { ...process.env, LC_MESSAGES: "C", LC_ALL: "C", ...env },
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (error) throw unavailable("dump_program_missing", `${program} of PostgreSQL cannot be run; install it`, error);
  if (status === 0) return;
  const [, reason = "unknown reason"] = /error: ([^\n]+)/.exec(stderr) ?? [];
  const remedy = /row-level security|permission denied/.test(stderr) ? `; ${needsBypass}` : "";
  throw unavailable("dump_failed", `${program} failed: ${reason}${remedy}`);
}

const needsBypass = "set BACKUP_DATABASE_URL to the URL of a role with BYPASSRLS that can read all tables";
