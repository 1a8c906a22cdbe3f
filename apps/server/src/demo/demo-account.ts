import type { AccountId, Domain } from "@repute/domain";
import { showProgress } from "../progress.js";
import type { TextStream } from "../terminal.js";
import type { DemoPlan } from "./demo-bundle.js";
import { demoBundle } from "./demo-bundle.js";
import { importDemoFiles } from "./import-runs.js";
import { practice } from "./places.js";

export const demoKey = "demo";

/** The demo's account with all its data, made now unless it is there already. */
export async function demoAccount(domain: Domain, plan: DemoPlan, watcher: TextStream): Promise<AccountId> {
  const { id } = (await existingAccount(domain)) ?? (await domain.accounts.create(newAccount));
  // The data is stored in one piece, after the account: an account without locations was interrupted between the two.
  const complete = (await domain.catalog.locations(id)).length > 0;
  if (!complete) await makeData(domain, id, plan, watcher);
  await importDemoFiles(domain, id, plan);
  return id;
}

const newAccount = { key: demoKey, name: practice.name, timeZone: practice.timeZone };

const existingAccount = async ({ accounts }: Domain) => (await accounts.list()).find(({ key }) => key === demoKey);

const count = (number: number) => number.toLocaleString("en-US");

async function makeData(domain: Domain, account: AccountId, plan: DemoPlan, watcher: TextStream): Promise<void> {
  const { reviews, invites } = plan;
  watcher.write(`making the demo account with ${count(reviews)} reviews and ${count(invites)} invites\n`);
  const progress = showProgress(watcher, "lines");
  try {
    await domain.bundle.load(account, demoBundle(plan), {
      onProgress: ({ lines, ...how }) => progress.show({ ...how, done: lines }),
    });
  } finally {
    progress.end();
  }
}
