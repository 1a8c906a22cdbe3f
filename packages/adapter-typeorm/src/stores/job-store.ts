import type { JobStore } from "@repute/domain";
import type { Write } from "../engine/session.js";

/**
 * Returns the store that ensures that only one process runs a job.
 * A process acquires a job by writing its name to the job's row.
 */
export const jobStore = (write: Write): JobStore => ({
  take: (job, { holder, now, until, due }) =>
    write("directory", async (unit) => (await unit.run(taking, [job, holder, until, now, due])) > 0),
  finish: (job, holder, began) =>
    write("directory", async (unit) => void (await unit.run(finishing, [job, holder, began]))),
});

const taking = `INSERT INTO jobs (name, holder, until, last_run) VALUES ($1, $2, $3, 0)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE (jobs.holder = excluded.holder OR jobs.until <= $4) AND jobs.last_run < $5`;

const finishing = "UPDATE jobs SET until = 0, last_run = $3 WHERE name = $1 AND holder = $2";
