import type { Domain, JobItem, SourceItem, StatusItem } from "@repute/domain";
import { Gauge, type Registry } from "prom-client";
import { atIntervals } from "./open-domain.js";

/** Maximum age of the metrics in milliseconds. Reading the status of all accounts takes longer than other metrics. */
const maxAge = 60_000;

/** Maximum number of accounts in the metrics, because each source of data is a time series. */
const maxAccounts = 1_000;

type Status = { readonly accounts: readonly StatusItem[]; readonly jobs: readonly JobItem[] };

type Reading = Pick<Domain["accounts"], "statuses" | "jobs">;

/** Adds the states of all accounts' sources of data and webhooks, and the last success of each job to the metrics of a server. */
export function collectAccounts(
  register: Registry,
  { statuses, jobs }: Reading,
  report: (error: unknown) => void,
): void {
  const { success, write } = gaugesOf(register, async () => refresh());
  const refresh = atIntervals(async () => {
    try {
      write({ accounts: await statuses(), jobs: await jobs() });
      success.set(1);
    } catch (error) {
      // The other metrics are still served, and `success` shows that these are missing.
      write({ accounts: [], jobs: [] });
      success.set(0);
      report(error);
    }
  }, maxAge);
}

function gaugesOf(register: Registry, collect: () => Promise<void>) {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `repute_${name}`, help, labelNames, registers: [register], collect });
  const ofSource = ["account", "source"] as const;
  const state = gauge("source_state", "State of an account's source of data, always 1", [...ofSource, "state"]);
  const arrival = gauge("source_last_arrival_timestamp_seconds", "Time when data last arrived", ofSource);
  const failure = gauge("source_last_failure_timestamp_seconds", "Time when data last failed", ofSource);
  const rows = gauge("source_last_day_rows", "Records on the day of the last arrival", ofSource);
  const failing = gauge("webhook_failing", "1 if the attempts of a webhook fail", ["account", "webhook"]);
  // Prometheus uses the label `job` itself.
  const job = gauge("job_last_success_timestamp_seconds", "Start of a job's last run that succeeded", ["name"]);
  const omitted = gauge("omitted_accounts", "Accounts that the metrics of sources and webhooks omit");
  const success = gauge("status_read_success", "1 if the status of the accounts could be read");

  function addSource(account: string, source: SourceItem): void {
    const labels = { account, source: source.name };
    state.set({ ...labels, state: source.state }, 1);
    if (source.rows_of_last_day !== null) rows.set(labels, source.rows_of_last_day);
    if (source.last_arrival !== null) arrival.set(labels, secondsOf(source.last_arrival));
    if (source.last_failure !== null) failure.set(labels, secondsOf(source.last_failure));
  }

  function write({ accounts, jobs }: Status): void {
    for (const one of [state, arrival, failure, rows, failing, job]) one.reset();
    const open = accounts.filter((account) => account.state !== "disabled");
    for (const { key, sources, webhooks } of open.slice(0, maxAccounts)) {
      for (const one of sources) addSource(key, one);
      for (const { id, failing_since: since } of webhooks)
        failing.set({ account: key, webhook: id }, since === null ? 0 : 1);
    }
    for (const { name, last_success: at } of jobs) job.set({ name }, secondsOf(at));
    omitted.set(Math.max(0, open.length - maxAccounts));
  }
  return { success, write };
}

const secondsOf = (timestamp: string): number => Date.parse(timestamp) / 1_000;
