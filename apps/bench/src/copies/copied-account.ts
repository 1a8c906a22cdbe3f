import type { AccountId } from "@repute/domain";
import { job } from "../children/job.js";
import { copiedLines } from "../data/account-bundle.js";
import { bundleOf, newAccount, withDomain } from "../data/with-domain.js";

type Order = { readonly url: string; readonly rows: number };

/** Creates an account for the copy benchmark. Returns its id and an API token. */
export const makeCopied = job(__filename, "makeCopied", ({ url, rows }: Order) =>
  withDomain(url, async (domain, { sealer }) => {
    const account = await newAccount(domain, "copied", copiedLines(rows));
    // Compress the lists now, because the server would compress them only after some minutes.
    await sealer.seal(account);
    const { token } = await domain.access.createToken(account, { kind: "api-token" });
    return { account: Number(account), token };
  }),
);

/** Changes every hundredth review of the account. */
export const correctReviews = job(
  __filename,
  "correctReviews",
  ({ url, account, rows }: Order & { readonly account: number }) =>
    withDomain(url, async ({ bundle }) => {
      const reviews = [...copiedLines(rows)].filter(({ kind }) => kind === "review");
      const wanted = reviews.filter((_, index) => index % 100 === 0);
      const corrected = wanted.map((line) => ({ ...line, comment: `Corrected: ${String(line["comment"])}` }));
      await bundle.load(account as AccountId, bundleOf(corrected));
    }),
);
