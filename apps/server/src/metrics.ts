import type { RequestLog } from "@repute/adapter-express";
import type { FeedBatch, Storage } from "@repute/domain";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Metrics of a server. */
export type Metrics = {
  readonly register: Registry;
  /** Counts a finished request. */
  request(record: RequestLog): void;
  /** Wraps a feed so that the metrics count the lists that are read. */
  counted(feed: Storage["feed"]): Storage["feed"];
  /** Renders all metrics in the Prometheus text format. */
  read(): Promise<{ readonly type: string; readonly text: string }>;
};

const labelNames = ["method", "route", "status"] as const;

/** Histogram buckets in seconds. The range covers reads from memory and lists of a million rows. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Creates the metrics of one server. Two servers in a process share no metrics. */
export function createMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const requests = new Counter({
    name: "repute_requests_total",
    help: "Completed requests",
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: "repute_request_duration_seconds",
    help: "Time from the first byte of a request to the last byte of its response",
    labelNames,
    buckets: seconds,
    registers,
  });
  const rows = new Counter({ name: "repute_list_rows_total", help: "Number of list rows that were read", registers });
  const bytes = new Counter({
    name: "repute_list_bytes_total",
    help: "Bytes of list data that were read, before compression",
    registers,
  });
  const running = new Gauge({ name: "repute_lists_running", help: "Number of lists that are being read", registers });

  async function* counted(batches: AsyncIterable<FeedBatch>): AsyncGenerator<FeedBatch, void> {
    running.inc();
    try {
      for await (const batch of batches) {
        rows.inc(batch.count);
        bytes.inc(batch.json.length);
        yield batch;
      }
    } finally {
      running.dec();
    }
  }

  return {
    register,
    request({ method, route = "none", status = 0, milliseconds }) {
      const labels = { method: knownMethod(method), route, status: String(status) };
      requests.inc(labels);
      durations.observe(labels, milliseconds / 1_000);
    },
    counted: (feed) => ({
      read: (...requested) => counted(feed.read(...requested)),
      changes: (...requested) => counted(feed.changes(...requested)),
      state: (account) => feed.state(account),
      revisions: () => feed.revisions(),
      commitNumber: () => feed.commitNumber(),
    }),
    read: async () => ({ type: register.contentType, text: await register.metrics() }),
  };
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]);

/** Replaces unknown HTTP methods with "other", so that callers cannot create new time series. */
const knownMethod = (method: string): string => (methods.has(method) ? method : "other");
