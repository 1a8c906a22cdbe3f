import { join } from "node:path";
import type { AccountId } from "@repute/domain";
import { job } from "../children/job.js";
import { startWorker } from "../children/worker.js";
import { bundleOf, withDomain } from "../data/with-domain.js";
import type { Workshop } from "../workshop.js";
import { costsOf } from "./costs.js";
import { scatteredReviews } from "./growing-account.js";
import type { MeasuredCosts } from "./lines.js";
import { type GrownAccount, type Importing, importNew } from "./make-account.js";
import type { Site } from "./sites.js";

/** Number of appointments that are imported in each round. */
const imported = 1_000;

/** Measures an import into a large account, and sealing its lists after scattered changes. No server runs meanwhile. */
export async function measureWrites(workshop: Workshop, site: Site, round: number): Promise<MeasuredCosts> {
  const { account, postgres } = site;
  const worker = startWorker(workshop);
  const costs = (work: () => Promise<unknown>) => {
    const processes = { repute: worker.pid, ...(postgres && { postgres: postgres.pid }) };
    return costsOf(processes, async () => {
      await work();
      await postgres?.checkpoint();
    });
  };
  try {
    await worker.run(changeScattered, { ...account, comment: `Round ${round}` });
    await postgres?.checkpoint();
    const { cpu: seal } = await costs(() => worker.run(sealAll, account));
    const file = join(workshop.folder, "growth.csv");
    const order = { ...account, file, rows: imported, first: account.rows + round * imported };
    const { cpu, written } = await costs(() => worker.run(importMore, order));
    return { import: cpu, import_written: written / 1_000_000, seal };
  } finally {
    await worker.close();
  }
}

type Target = Pick<GrownAccount, "url" | "account">;

const changeScattered = job(
  __filename,
  "changeScattered",
  ({ url, account, rows, comment }: GrownAccount & { readonly comment: string }) =>
    withDomain(url, async ({ bundle }) => {
      await bundle.load(account as AccountId, bundleOf(scatteredReviews(rows, comment)));
    }),
);

const sealAll = job(__filename, "sealAll", ({ url, account }: Target) =>
  withDomain(url, (_, { sealer }) => sealer.seal(account as AccountId)),
);

const importMore = job(__filename, "importMore", ({ url, account, ...order }: Target & Importing) =>
  withDomain(url, (domain) => importNew(domain, account as AccountId, order)),
);
