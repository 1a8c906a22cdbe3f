import type { AccountId } from "@repute/domain";
import { job } from "../children/job.js";
import { accountReviews } from "../data/account-bundle.js";
import { type Data, measured } from "../data/make-data.js";
import { bundleOf, withDomain } from "../data/with-domain.js";
import { percentile } from "../results/findings.js";
import { row, share } from "../row.js";

const maxBlock = 100;
/** Number of runs. A single run would depend too much on the disk. */
const runs = 5;

/**
 * Compares the speeds of writing to a compressed (sealed) list and to an uncompressed list.
 * Each review is written twice in a row, so that both writes see the same load on the disk.
 * The first write unseals the segment of the list, so the second write is to an uncompressed list.
 */
export const sealedWrites = row({
  title: "writes into sealed lists",
  // Measure after all rounds, because this measurement changes data that other measurements read.
  once: true,
  headings: () => ({
    sealed_writes: share("Speed of writing single reviews into a sealed list, relative to an unsealed list", {
      min: 0.8,
    }),
  }),
  measure: async ({ loader, plan }, { data }) => ({
    sealed_writes: await loader.run(compareWrites, { ...data, rows: plan.rows }),
  }),
});

type Order = Pick<Data, "url" | "account"> & { readonly rows: number };

/** Changes some reviews across the list, each in its own transaction, and immediately changes each review back. */
const compareWrites = job(__filename, "compareWrites", ({ url, account, rows }: Order) =>
  withDomain(url, async ({ bundle }, { sealer }) => {
    const reviews = accountReviews(measured, rows);
    const some = reviews.filter((_, index) => index % Math.ceil(reviews.length / maxBlock) === 0);
    const timeOf = async (line: (typeof some)[number]) => {
      const started = performance.now();
      await bundle.load(account as AccountId, bundleOf([line]));
      return performance.now() - started;
    };
    /** Writes each review twice. Returns the total time of all first writes and of all second writes, in milliseconds. */
    const take = async (comment: string) => {
      let [changed, changedBack] = [0, 0];
      for (const line of some) {
        changed += await timeOf({ ...line, comment });
        changedBack += await timeOf(line);
      }
      return { changed, changedBack };
    };
    // Warm up, so that every statement is already prepared.
    await take("warm");
    const found: number[] = [];
    for (let count = 1; count <= runs; count += 1) {
      await sealer.seal(account as AccountId);
      const { changed, changedBack } = await take(`Changed ${count}`);
      found.push(changedBack / changed);
    }
    return percentile(found, 0.5);
  }),
);
