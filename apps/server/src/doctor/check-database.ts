import { type Database, databaseName } from "@repute/adapter-typeorm";
import type { JobName } from "@repute/domain";
import { refuseAbsent, refuseLostDatabase } from "../commands/command.js";
import { countTokenKeys } from "../keys.js";
import { withDatabase } from "../open-domain.js";
import type { Config } from "../settings/config.js";
import { spaceFindings } from "./check-files.js";
import { type Finding, findingsOf } from "./finding.js";

/** Oldest supported version of PostgreSQL. */
const oldestPostgres = 15;

const [second, hour] = [1_000, 3_600_000];

/** Opens the database as the server does, and checks its version, its protection, its clock and the last runs of jobs. */
export async function checkDatabase(config: Config): Promise<readonly Finding[]> {
  const { ok, warning, wrong } = findingsOf("database");
  await refuseLostDatabase(config, "repute migrate --create");
  refuseAbsent(config);
  const warnings: Finding[] = [];
  const findings = await withDatabase(
    config,
    (message) => warnings.push(warning(message)),
    async (database) => {
      const { version, now, unprotected } = await database.inspect();
      const [, major] = /^PostgreSQL (\d+)/.exec(version) ?? [];
      if (Number(major) < oldestPostgres)
        warnings.push(warning(`${version} is not supported. Upgrade to PostgreSQL ${oldestPostgres} or newer.`));
      if (unprotected.length > 0)
        warnings.push(wrong(`Tables without row-level security: ${unprotected.join(", ")}. Run \`repute migrate\`.`));
      return [
        ok(`${databaseName(config.databaseUrl)} is open with ${version}`),
        clockFinding(now - database.clock()),
        ...(await checkContent(database)),
      ];
    },
  );
  return [...(findings ?? []), ...warnings, await keysFinding(config)];
}

/** Checks for pending migrations. If there are none, also checks that data can be stored, and the last runs of jobs. */
async function checkContent(database: Database): Promise<readonly Finding[]> {
  const { ok, wrong } = findingsOf("migrations");
  const { length } = await database.pendingMigrations();
  if (length > 0) return [wrong(`${length} migrations are pending. Run \`repute migrate\`, or restart the server.`)];
  await database.tryStoring();
  const { clock } = database;
  const { jobs } = database.storage;
  const [runs, backup] = [await jobs.lastRuns(), await jobs.lease("backup")];
  const hoursSince = (name: JobName) => {
    const at = runs.find(({ job }) => job === name)?.at;
    return at && (clock() - at) / hour;
  };
  return [
    ok("No migration is pending"),
    jobFinding(hoursSince("nightly")),
    backupFinding(hoursSince("backup")),
    ...(backup ? await spaceFindings(backup.holder) : []),
  ];
}

function jobFinding(hours: number | undefined): Finding {
  const { ok, warning, wrong } = findingsOf("jobs");
  if (hours === undefined) return warning("The nightly cleanup has never run. Start the server.");
  if (hours < 0) return wrong("The nightly cleanup ran in the future. Check the clock of this machine.");
  const text = `The last nightly cleanup was ${ageText(hours)}`;
  return hours < 26 ? ok(text) : wrong(`${text}. Start the server, or look for errors in its log.`);
}

function backupFinding(hours: number | undefined): Finding {
  const { ok, warning, wrong } = findingsOf("backup");
  if (hours === undefined) return warning("No backup was made with `repute backup`. Back up the database every night.");
  const text = `The last backup was ${ageText(hours)}`;
  if (hours < 36) return ok(text);
  return (hours < 7 * 24 ? warning : wrong)(`${text}. Check the nightly job that runs \`repute backup\`.`);
}

const ageText = (hours: number): string =>
  hours < 2
    ? "less than two hours ago"
    : hours < 48
      ? `${Math.floor(hours)} hours ago`
      : `${Math.floor(hours / 24)} days ago`;

/** Compares the clock of the database with the clock of this machine. */
function clockFinding(ahead: number): Finding {
  const { ok, warning, wrong } = findingsOf("clock");
  const seconds = Math.abs(ahead) / second;
  if (seconds < 5) return ok("The clock agrees with the clock of the database");
  const text = `The clock of the database is ${Math.round(seconds)} s ${ahead > 0 ? "ahead of" : "behind"} this machine`;
  return (seconds < 60 ? warning : wrong)(`${text}. Synchronize both clocks.`);
}

/** Checks the keys that sign access tokens. Valid keys in `TOKEN_KEYS` belong to the valid settings. */
async function keysFinding(config: Config): Promise<Finding> {
  const { ok } = findingsOf("token keys");
  const count = await countTokenKeys(config);
  if (count === undefined) return ok("The server will create a key that signs access tokens when it starts");
  return ok(count === 1 ? "1 key verifies access tokens" : `${count} keys verify access tokens`);
}
