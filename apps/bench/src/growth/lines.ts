type Unit = "ms" | "KB" | "MB" | "fsyncs";

/** Differences below these values are not significant. */
export const resolutions: Readonly<Record<Unit, number>> = { ms: 0.5, KB: 1, MB: 2, fsyncs: 5 };

/** A line in the table of costs. */
export type CostLine = { readonly label: string; readonly unit: Unit; readonly expected: "flat" | "linear" };

const flat = (label: string, unit: Unit = "ms"): CostLine => ({ label, unit, expected: "flat" });
const linear = (label: string): CostLine => ({ label, unit: "ms", expected: "linear" });

/** All lines in the order of the table. Costs in milliseconds are CPU time, unless the label says response time. */
export const costLines = {
  modified: flat("Reviews with modified_since if nothing has changed"),
  modified_page: flat("Reviews with modified_since and limit=100 if nothing has changed"),
  rest: flat("One minute at rest"),
  rest_fsyncs: flat("One minute at rest", "fsyncs"),
  provider: flat("100 reviews of one provider"),
  submission: flat("One submission"),
  submission_written: flat("One submission, bytes written", "KB"),
  submission_p99: flat("Response time of a submission, 99th percentile"),
  submission_p99_lists: flat("Response time of a submission while eight whole lists are sent, 99th percentile"),
  waiting: flat("One second while requests wait for changes"),
  waking: linear("Waking all requests that wait for changes"),
  changes: flat("100 changes of the change feed"),
  users: flat("100 users"),
  campaigns: linear("Summary of campaigns over two years"),
  checksums: linear("Checksums of all reviews"),
  csv: linear("All reviews as CSV"),
  ndjson: linear("All reviews as NDJSON"),
  import: flat("Import of 1,000 appointments"),
  import_written: flat("Import of 1,000 appointments, bytes written", "MB"),
  seal: linear("Sealing after scattered changes of 1 % of the reviews"),
} as const satisfies Readonly<Record<string, CostLine>>;

export type CostKey = keyof typeof costLines;

/** Measured costs of one account. A cost is absent if this machine cannot measure it. */
export type MeasuredCosts = Readonly<Partial<Record<CostKey, number>>>;
