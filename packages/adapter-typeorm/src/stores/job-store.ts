import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { Instant, JobName, JobStore, LoadStore, StoredResponseStore } from "@repute/domain";
import type { Session, Write } from "../engine.js";
import { storedResponseTable } from "../tables/accounts.js";
import { loadPartTable, loadTable } from "../tables/imports.js";
import { removeTexts } from "./record-store.js";

/**
 * Returns the store that ensures that only one process runs a job.
 * A process acquires a job by writing its name to the job's row.
 */
export const jobStore = (latest: Session, write: Write): JobStore => ({
  take: (job, { holder, now, until, due }) =>
    write("directory", async (unit) => (await unit.run(taking, [job, holder, until, now, due])) > 0),
  async lease(job) {
    const [row] = await latest.query(leaseOf, [job]);
    return row && { holder: row["holder"] as string, until: Number(row["until"]) as Instant };
  },
  async lastRuns() {
    const rows = await latest.query("SELECT name, last_run FROM jobs WHERE last_run > 0", []);
    return rows.map((row) => ({ job: row["name"] as JobName, at: Number(row["last_run"]) as Instant }));
  },
  finish: (job, holder, began) =>
    write("directory", async (unit) => void (await unit.run(finishing, [job, holder, began]))),
});

const taking = `INSERT INTO jobs (name, holder, until, last_run) VALUES ($1, $2, $3, 0)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE (jobs.holder = excluded.holder OR jobs.until <= $4) AND jobs.last_run < $5`;

const leaseOf = "SELECT holder, until FROM jobs WHERE name = $1";

const finishing = "UPDATE jobs SET until = 0, last_run = $3 WHERE name = $1 AND holder = $2";

/** Returns the store of responses to idempotent requests. */
export const storedResponseStore = (session: Session): StoredResponseStore => ({
  byKey: async (account, key) =>
    (await storedResponseTable.find(session, "account_id = $1 AND key = $2", [account, key]))[0],
  save: (account, response) => storedResponseTable.save(session, account, [response]),
  async page(account, after, limit) {
    const page = await storedResponseTable.find(session, "account_id = $1 AND key > $2 ORDER BY key LIMIT $3", [
      ...[account, after, limit],
    ]);
    await setImmediate();
    return page;
  },
  remove: (account, keys) => removeTexts(session, "kept_responses", "key", account, keys),
  async forget(account, at) {
    await session.run("DELETE FROM kept_responses WHERE account_id = $1 AND at < $2", [account, at]);
  },
});

/** Returns the store of large bundle loads, which compresses the parts of each load. */
export const loadStore = (session: Session): LoadStore => ({
  last: async (account) => (await loadTable.find(session, "account_id = $1", [account]))[0],
  save: (account, load) => loadTable.save(session, account, [load]),
  async stage(account, staging, parts, addedAt) {
    const compressed = parts.map(async ({ body, ...place }) => {
      return { ...place, staging, addedAt, body: await deflate(body, { level: 1, chunkSize }) };
    });
    await loadPartTable.append(session, account, await Promise.all(compressed));
  },
  async first(account, staging) {
    const [row] = await session.query(`SELECT step, position FROM load_parts WHERE ${firstPart}`, [account, staging]);
    return row && { step: Number(row["step"]), position: Number(row["position"]) };
  },
  async next(account, staging, after = { step: -1, position: -1 }) {
    const [found] = await loadPartTable.find(session, nextPart, [account, staging, after.step, after.position]);
    if (!found) return undefined;
    const { step, position, body } = found;
    return { step, position, body: (await inflate(body, { chunkSize })).toString() };
  },
  async count(account, staging) {
    const [row] = await session.query(partCount, [account, staging]);
    return Number(row?.["parts"]);
  },
  async remove(account, staging, { step, position }) {
    await session.run(partRemoval, [account, staging, step, position]);
  },
  discard: (account, staging) => session.run(discarding, [account, staging]),
  async abandoned(account, before) {
    const rows = await session.query(abandonedParts, [account, before]);
    return rows.map(({ staging }) => staging as string);
  },
});

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Size of the output buffers in bytes. With small buffers, each part would take many turns of the event loop. */
const chunkSize = 524_288;

/** Maximum number of load parts that one statement deletes. */
const maxRemoved = 20;

const firstPart = "account_id = $1 AND staging = $2 ORDER BY step, position LIMIT 1";

const nextPart = "account_id = $1 AND staging = $2 AND (step, position) > ($3, $4) ORDER BY step, position LIMIT 1";

const partCount = "SELECT count(*) AS parts FROM load_parts WHERE account_id = $1 AND staging = $2";

const partRemoval = "DELETE FROM load_parts WHERE account_id = $1 AND staging = $2 AND step = $3 AND position = $4";

const discarding = `DELETE FROM load_parts WHERE account_id = $1 AND staging = $2 AND (step, position) IN
  (SELECT step, position FROM load_parts WHERE account_id = $1 AND staging = $2
    ORDER BY step, position LIMIT ${maxRemoved})`;

const abandonedParts = `SELECT staging FROM load_parts WHERE account_id = $1
  AND staging NOT IN (SELECT staging FROM loads WHERE account_id = $1)
  GROUP BY staging HAVING max(added_at) < $2`;
