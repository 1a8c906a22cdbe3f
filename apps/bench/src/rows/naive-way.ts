import { mb, ms, row } from "../row.js";
import { memoryOf } from "./memory.js";
import { slowestDuring } from "./small-requests.js";

/** Measures the response time and the memory use of the baseline, for comparison. */
export const naiveWay = row({
  title: "small requests while the baseline sends a list",
  once: true,
  headings: () => ({
    naive_small_request_p99: ms("99th percentile response time of small requests while the baseline sends a list"),
    naive_peak_memory: mb("Peak memory of the baseline"),
  }),
  measure: async (stage, { naive, data }) => ({
    naive_small_request_p99: await slowestDuring(stage, naive, data.naive.path, 1),
    naive_peak_memory: (await memoryOf(naive.pid))?.peak,
  }),
});
