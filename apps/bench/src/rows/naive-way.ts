import type { Row } from "../row.js";
import { memoryOf } from "./memory.js";
import { slowestDuring } from "./small-requests.js";

type NaiveCost = { readonly smallRequest: number; readonly peak?: number };

/** What the naive way costs beside time, to compare with. */
export const naiveWay: Row<NaiveCost> = {
  title: "small requests during a list, the naive way",
  once: true,
  async measure(stage) {
    const { naive, data } = stage;
    const smallRequest = await slowestDuring(stage, naive, data.naive.path, 1);
    const peak = (await memoryOf(naive.pid))?.peak;
    return { smallRequest, ...(peak !== undefined && { peak }) };
  },
  figures(found) {
    const peaks = found.flatMap(({ peak }) => peak ?? []);
    const memory = { key: "naive_peak_memory", label: "naive way, peak memory", unit: "MB", values: peaks } as const;
    return [
      {
        key: "naive_small_request_p99",
        label: "naive way, small request meanwhile",
        unit: "ms",
        values: found.map(({ smallRequest }) => smallRequest),
      },
      ...(peaks.length > 0 ? [memory] : []),
    ];
  },
};
