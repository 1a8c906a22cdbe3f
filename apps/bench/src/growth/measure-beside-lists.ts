import { job } from "../children/job.js";
import { download } from "../clients/download.js";
import { type Endpoint, post } from "../clients/requests.js";
import { percentile } from "../results/findings.js";
import { endpoint } from "../stage.js";
import type { MeasuredCosts } from "./lines.js";
import type { MeasuredServer } from "./measured-server.js";

const submissions = 100;
const lists = 8;

/** Measures response times of submissions while the server is idle, and while it sends whole lists. */
export async function measureBesideLists(measured: MeasuredServer): Promise<MeasuredCosts> {
  const { server, client, other } = measured;
  const slowest = async () => percentile((await client.run(post, measured.submitting(submissions))).took, 0.99);
  const idle = await slowest();
  const sending = other.run(downloadAgain, { ...endpoint(server, "/v2/reviews"), lists });
  const [beside] = await Promise.all([slowest().finally(() => other.stop()), sending]);
  return { submission_p99: idle, submission_p99_lists: beside };
}

/** Downloads several copies of a list at the same time, again and again, until the job is stopped. */
const downloadAgain = job(
  __filename,
  "downloadAgain",
  async ({ lists, ...list }: Endpoint & { readonly lists: number }, tools): Promise<void> => {
    const again = async () => {
      while (!tools.stop.aborted) await download.work(list, tools);
    };
    await Promise.all(Array.from({ length: lists }, again));
  },
);
