import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import type { AccountId } from "@repute/domain";
import { createDomain, noPartners } from "@repute/domain";
import { job } from "../children/job.js";
import { accountLines, textBundle } from "../data/account-bundle.js";
import { measured } from "../data/make-data.js";
import type { Data } from "../data/make-data.js";
import type { Row } from "../row.js";
import type { Stage } from "../stage.js";

/** Milliseconds. */
type Writes = { readonly sealed: number; readonly unsealed: number };

const most = 100;

/** Single reviews written into a sealed list, and again where nothing is sealed any more: the first writes took that away. */
const sealedWrites = (engine: string, dataOf: (stage: Stage) => Data | undefined): Row<Writes> => ({
  title: `${engine}writes into sealed lists`,
  async measure(stage) {
    const data = dataOf(stage);
    return data && stage.loader.run(timeWrites, { ...data, rows: stage.plan.rows });
  },
  figures: (rounds) => [
    {
      key: `${engine === "" ? "" : "postgres_"}sealed_writes`,
      label: `${engine}single reviews written a second into a sealed list, relative to an unsealed one`,
      unit: "x",
      values: rounds.map(({ sealed, unsealed }) => unsealed / sealed),
      target: { least: 0.8 },
    },
  ],
});

export const sealedWritesOnSqlite = sealedWrites("", ({ data }) => data);
export const sealedWritesOnPostgres = sealedWrites("PostgreSQL: ", ({ postgres }) => postgres?.data);

/** Changes the comments of some reviews all over the list one by one, each in a unit of work of its own, and changes them back. */
const timeWrites = job(
  __filename,
  "timeWrites",
  async ({ url, account, rows }: Pick<Data, "url" | "account"> & { readonly rows: number }): Promise<Writes> => {
    const database = await openDatabase({ url });
    try {
      const domain = createDomain({ ...typeormPorts(database), ...noPartners });
      const reviews = [...accountLines(measured, rows, 0)].filter(({ kind }) => kind === "review");
      const some = reviews.filter((_, index) => index % Math.ceil(reviews.length / most) === 0);
      const timeOf = async (comment: object) => {
        const started = performance.now();
        for (const line of some) {
          await domain.bundle.load(account as AccountId, textBundle([JSON.stringify({ ...line, ...comment })]));
        }
        return performance.now() - started;
      };
      // Both ways once, so that neither is the first.
      for (const comment of [{ comment: "warm" }, {}]) await timeOf(comment);
      await database.storage.sealer.seal(account as AccountId);
      return { sealed: await timeOf({ comment: "Changed" }), unsealed: await timeOf({}) };
    } finally {
      await database.close();
    }
  },
);
