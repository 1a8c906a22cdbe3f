import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import type { Domain } from "@repute/domain";
import { createDomain, noPartners } from "@repute/domain";
import type { Job } from "../children/job.js";
import { accountBundle } from "./account-bundle.js";

export type DataOrder = { readonly url: string; readonly rows: number; readonly others: number };

/** What it takes to ask for the measured account's data. */
export type Data = { readonly url: string; readonly account: number; readonly token: string };

const otherAccounts = 20;
/** In the middle: half of the others come before it in every table. */
const measured = otherAccounts / 2;

/** Fills a new database with the measured account and twenty smaller ones, as operators would load them. */
export const makeData: Job<DataOrder, Data> = async ({ url, rows, others }, { progress }) => {
  const database = await openDatabase({ url, migrate: true });
  try {
    const domain = createDomain({ ...typeormPorts(database), ...noPartners });
    let found: Omit<Data, "url"> | undefined;
    for (let number = 0; number <= otherAccounts; number += 1) {
      const size = number === measured ? rows : others;
      progress(`loading account ${number + 1} of ${otherAccounts + 1}: ${size.toLocaleString("en-US")} reviews`);
      const account = await loadAccount(domain, number, size);
      if (number === measured) found = account;
    }
    if (!found) throw new Error("the measured account was not made");
    return { url, ...found };
  } finally {
    await database.close();
  }
};

async function loadAccount(domain: Domain, number: number, rows: number): Promise<Omit<Data, "url">> {
  const { id } = await domain.accounts.create({ key: `practice-${number}`, name: `Practice ${number}` });
  await domain.bundle.load(id, accountBundle(number, rows));
  const { token } = await domain.access.createToken(id, { kind: "api-token" });
  return { account: id, token };
}
