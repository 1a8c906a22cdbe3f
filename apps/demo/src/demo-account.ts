import {
  type AccountId,
  type BundleSource,
  type Domain,
  type Instant,
  type LoadProgress,
  startOfDay,
} from "@repute/domain";
import type { DemoLine } from "./catalog-lines.js";
import { demoLines, type DemoPlan } from "./demo-bundle.js";
import { importDemoFiles, parseDemoPatients } from "./practice-files.js";
import { practice } from "./practice.js";

export const demoKey = "demo";

/** Shows the progress of the load. `begin` prints a message and returns the functions for the rest of the load. */
export type LoadView = {
  begin(message: string): { show(loaded: { readonly done: number; readonly of: number }): void; end(): void };
};

const unseen: LoadView = { begin: () => ({ show: () => {}, end: () => {} }) };

/** Sets the domain's clock. If the time is `undefined`, the clock returns to the current time. */
type Travel = (to: Instant | undefined) => void;

/**
 * Creates the demo's account and delivers its data as if over the past months.
 * Keeps the data of a complete account.
 */
export async function demoAccount(
  domain: Domain,
  plan: DemoPlan,
  view: LoadView = unseen,
  travel: Travel = () => {},
): Promise<AccountId> {
  const existing = await existingAccount(domain);
  if (existing && (await isDelivered(domain, existing.id))) {
    await importDemoFiles(domain, existing.id, plan);
    await parseDemoPatients(domain, existing.id, plan);
    return existing.id;
  }
  const deliveries = demoDeliveries(plan);
  try {
    travel(deliveries[0]?.at);
    const { id } = existing ?? (await domain.accounts.create(newAccount));
    const message = `Creating the demo account with ${count(plan.reviews)} reviews and ${count(plan.invites)} invites`;
    await deliver({ domain, account: id, travel }, deliveries, view.begin(message));
    await importDemoFiles(domain, id, plan);
    await parseDemoPatients(domain, id, plan);
    return id;
  } finally {
    travel(undefined);
  }
}

const newAccount = { key: demoKey, name: practice.name, timeZone: practice.timeZone };

const existingAccount = async ({ accounts }: Domain) => (await accounts.list()).find(({ key }) => key === demoKey);

/**
 * Returns true if all data was delivered.
 * Listing metrics come last, so an account without listing metrics is incomplete.
 */
const isDelivered = async ({ listings }: Domain, account: AccountId) =>
  (await listings.listMetrics(account)).length > 0;

const count = (number: number) => number.toLocaleString("en-US");

type Making = { readonly domain: Domain; readonly account: AccountId; readonly travel: Travel };

async function deliver(
  { domain, account, travel }: Making,
  deliveries: readonly Delivery[],
  progress: ReturnType<LoadView["begin"]>,
): Promise<void> {
  const of = deliveries.reduce((sum, { lines }) => sum + lines.length, 0);
  let before = 0;
  try {
    for (const delivery of deliveries) {
      travel(delivery.at);
      const onProgress = ({ lines }: LoadProgress) => progress.show({ done: before + lines, of });
      await domain.bundle.load(account, deliverySource(delivery), { onProgress });
      before += delivery.lines.length;
    }
  } finally {
    progress.end();
  }
}

/** Bundle lines and the time at which the demo practice sends them. */
type Delivery = { readonly at: Instant; readonly lines: readonly unknown[] };

/**
 * Ages of the deliveries in days.
 * Most deliveries are recent, so that a daily incremental copy has changes to fetch.
 */
const daysBefore = [600, 480, 360, 240, 120, 60, 30, 14, 7, 3, 2, 1, 0];
const dayMilliseconds = 86_400_000;

/** Keys under which bundle lines store their time, depending on the kind of line. */
const times = ["create_time", "sent_at", "submitted_at", "called_at", "submission_date"];

/**
 * Splits the demo's data into deliveries over the past months.
 * Each line goes into the first delivery after its time.
 * An appointment goes into the same delivery as its call or submission.
 * Catalogs come first, and listing metrics come last.
 */
function demoDeliveries(plan: DemoPlan): readonly Delivery[] {
  const midnight = startOfDay(plan.day, practice.timeZone);
  const deliveries = daysBefore.map((days) => ({
    at: (midnight - days * dayMilliseconds) as Instant,
    lines: [] as unknown[],
  }));
  const last = deliveries.length - 1;
  let happened = 0;
  for (const line of demoLines(plan)) {
    happened = timeOf(line) ?? (line["kind"] === "appointment" ? happened : 0);
    const first = deliveries.findIndex(({ at }) => happened < at);
    deliveries[line["kind"] === "listing_metric" || first < 0 ? last : first]?.lines.push(line);
  }
  return deliveries;
}

function timeOf(line: DemoLine): number | undefined {
  const text = times.map((name) => line[name]).find((value) => typeof value === "string");
  return text === undefined ? undefined : Date.parse(text as string);
}

/** Converts a delivery to a bundle. */
const deliverySource = ({ lines }: Delivery): BundleSource => ({
  async *read() {
    yield lines.map((value, index) => ({ line: index + 1, value }));
  },
});
