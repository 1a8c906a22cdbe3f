import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import type { AccountId, Domain } from "@repute/domain";
import { createDomain, noPartners } from "@repute/domain";
import { job } from "../children/job.js";
import type { Line } from "../data/account-bundle.js";
import { copiedLines, textBundle } from "../data/account-bundle.js";

type Order = { readonly url: string; readonly rows: number };

async function withDomain<T>(url: string, work: (domain: Domain) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url });
  try {
    return await work(createDomain({ ...typeormPorts(database), ...noPartners }));
  } finally {
    await database.close();
  }
}

const bundleOf = (lines: Iterable<Line>) => textBundle([...lines].map((line) => JSON.stringify(line)));

/** Makes the account that is copied, in a database that a server reads from. */
export const makeCopied = job(__filename, "makeCopied", ({ url, rows }: Order) =>
  withDomain(url, async ({ accounts, bundle, access }) => {
    const { id } = await accounts.create({ key: `copied-${Date.now()}`, name: "Copied" });
    await bundle.load(id, bundleOf(copiedLines(rows)));
    const { token } = await access.createToken(id, { kind: "api-token" });
    return { account: Number(id), token };
  }),
);

/** Corrects one of a hundred of its reviews, spread over all of them. */
export const correctReviews = job(
  __filename,
  "correctReviews",
  ({ url, account, rows }: Order & { readonly account: number }) =>
    withDomain(url, async ({ bundle }) => {
      const reviews = [...copiedLines(rows)].filter(({ kind }) => kind === "review");
      const wanted = reviews.filter((_, index) => index % 100 === 0);
      await bundle.load(
        account as AccountId,
        bundleOf(wanted.map((line) => ({ ...line, comment: `Corrected: ${String(line["comment"])}` }))),
      );
    }),
);
