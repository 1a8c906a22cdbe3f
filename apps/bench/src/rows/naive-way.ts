import { mb, ms, row } from "../row.js";
import { memoryOf } from "./memory.js";
import { slowestDuring } from "./small-requests.js";

/** Measures the response time and the memory of the baseline, for comparison. */
export const naiveWay = row({
  title: "small requests during a list, the naive way",
  once: true,
  headings: () => ({
    naive_small_request_p99: ms("While the baseline sends a list, 99 % of small requests take at most this time"),
    naive_peak_memory: mb("The baseline uses at most this much memory"),
  }),
  measure: async (stage, { naive, data }) => ({
    naive_small_request_p99: await slowestDuring(stage, naive, data.naive.path, 1),
    naive_peak_memory: (await memoryOf(naive.pid))?.peak,
  }),
});
