import type { AccountId, Domain, FeedSealer } from "@repute/domain";
import { job } from "../children/job.js";
import type { Sizes } from "../plan.js";
import { accountBundle, accountLines } from "./account-bundle.js";
import { newestOf, spreadOver, type Window } from "./windows.js";
import { withDomain } from "./with-domain.js";

/** The measured account: database, id, token, and time windows of its reviews. */
export type Data = {
  readonly url: string;
  readonly account: number;
  readonly token: string;
  readonly part: Window;
  readonly naive: Window;
  readonly hundreds: readonly Window[];
};

const otherAccounts = 20;
/** Number of the measured account. Half of the other accounts have lower ids, and half have higher ids. */
export const measured = otherAccounts / 2;

/** Fills a new database with the measured account and 20 smaller accounts. */
export const makeData = job(
  __filename,
  "makeData",
  ({ url, sizes }: { readonly url: string; readonly sizes: Sizes }, { progress }): Promise<Data> => {
    const loadAll = async (domain: Domain, { sealer }: { readonly sealer: FeedSealer }) => {
      let found: { readonly account: number; readonly token: string } | undefined;
      for (let number = 0; number <= otherAccounts; number += 1) {
        const size = number === measured ? sizes.rows : sizes.others;
        progress(`loading account ${number + 1} of ${otherAccounts + 1}: ${size.toLocaleString("en-US")} reviews`);
        const account = await loadAccount(domain, number, size);
        if (number === measured) found = account;
      }
      if (!found) throw new Error("the measured account was not made");
      // Compress the lists now, because the server would compress them only after some minutes.
      await sealer.seal(found.account as AccountId);
      return { url, ...found, ...windowsOf(sizes) };
    };
    return withDomain(url, loadAll, true);
  },
);

async function loadAccount(domain: Domain, number: number, rows: number) {
  const { id } = await domain.accounts.create({ key: `practice-${number}`, name: `Practice ${number}` });
  await domain.bundle.load(id, accountBundle(number, rows));
  const { token } = await domain.access.createToken(id, { kind: "api-token" });
  return { account: Number(id), token };
}

function windowsOf({ rows, part, naive }: Sizes) {
  const times: string[] = [];
  for (const { kind, create_time: at } of accountLines(measured, rows, 0))
    if (kind === "review") times.push(String(at));
  return {
    part: newestOf(times, part),
    naive: newestOf(times, naive),
    hundreds: spreadOver(times, 50, 100),
  };
}
