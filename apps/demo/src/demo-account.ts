import type { AccountId, Domain, Instant, LoadProgress } from "@repute/domain";
import { type Delivery, deliverySource, demoDeliveries } from "./deliveries.js";
import type { DemoPlan } from "./demo-bundle.js";
import { importDemoFiles } from "./import-runs.js";
import { parseDemoPatients } from "./patient-files.js";
import { practice } from "./towns.js";

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
