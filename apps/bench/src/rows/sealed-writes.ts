import type { AccountId } from "@repute/domain";
import { job } from "../children/job.js";
import { accountReviews } from "../data/account-bundle.js";
import type { Data } from "../data/make-data.js";
import { measured } from "../data/make-data.js";
import { bundleOf, withDomain } from "../data/with-domain.js";
import { percentile } from "../results/findings.js";
import { row, x } from "../row.js";

const most = 100;
/** One take says little: it lasts half a second, and most of that is waiting for the disk. */
const takes = 5;

/** Single reviews written into a sealed list, and again where nothing is sealed any more: the first writes took that away. */
export const sealedWrites = row({
  title: "writes into sealed lists",
  // It changes what the others read.
  once: true,
  headings: () => ({
    sealed_writes: x("single reviews written a second into a sealed list, relative to an unsealed one", { least: 0.8 }),
  }),
  measure: async ({ loader, plan }, { data }) => ({
    sealed_writes: await loader.run(compareWrites, { ...data, rows: plan.rows }),
  }),
});

type Order = Pick<Data, "url" | "account"> & { readonly rows: number };

/** Changes the comments of some reviews all over the list one by one, each in a unit of work of its own, and changes them back. */
const compareWrites = job(__filename, "compareWrites", ({ url, account, rows }: Order) =>
  withDomain(url, async ({ bundle }, { sealer }) => {
    const reviews = accountReviews(measured, rows);
    const some = reviews.filter((_, index) => index % Math.ceil(reviews.length / most) === 0);
    const timeOf = async (comment: object) => {
      const started = performance.now();
      for (const line of some) await bundle.load(account as AccountId, bundleOf([{ ...line, ...comment }]));
      return performance.now() - started;
    };
    // Both ways once, so that neither is the first.
    for (const comment of [{ comment: "warm" }, {}]) await timeOf(comment);
    const found: number[] = [];
    for (let take = 1; take <= takes; take += 1) {
      await sealer.seal(account as AccountId);
      const sealed = await timeOf({ comment: `Changed ${take}` });
      found.push((await timeOf({})) / sealed);
    }
    return percentile(found, 0.5);
  }),
);
