import type { JobStore } from "@repute/domain";
import type { Write } from "../session.js";

/** Jobs of all processes on the database: a row each, which who takes it writes his name into. */
export const typeormJobStore = (write: Write): JobStore => ({
  take: (job, { holder, now, until, due }) =>
    write("directory", async (unit) => (await unit.run(taking, [job, holder, until, now, due])) > 0),
  finish: (job, holder, began) =>
    write("directory", async (unit) => void (await unit.run(finishing, [job, holder, began]))),
});

const taking = `INSERT INTO jobs (name, holder, until, last_run) VALUES ($1, $2, $3, 0)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE (jobs.holder = excluded.holder OR jobs.until <= $4) AND jobs.last_run < $5`;

const finishing = "UPDATE jobs SET until = 0, last_run = $3 WHERE name = $1 AND holder = $2";
