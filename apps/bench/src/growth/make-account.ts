import { rm } from "node:fs/promises";
import { appointmentFile } from "@repute/adapter-files";
import type { AccountId, Domain, FeedSealer, Instant } from "@repute/domain";
import { job } from "../children/job.js";
import { accountLines } from "../data/account-bundle.js";
import { uploadedAt, writeAppointments } from "../data/appointment-table.js";
import { bundleOf, withDomain } from "../data/with-domain.js";
import { count } from "../row.js";
import { growingBundle } from "./growing-account.js";

/** An account of a certain size in its own database, and credentials for all requests. */
export type GrownAccount = {
  readonly url: string;
  readonly rows: number;
  readonly account: number;
  readonly token: string;
  /** Credential for the list of users. */
  readonly accountKey: string;
  /** Credential for submissions. */
  readonly formsToken: string;
};

/** Input of a job that imports appointments into an account. `file` is the path of a temporary file. */
export type Importing = { readonly file: string; readonly rows: number; readonly first: number };

/** Number of the account's rows for each other account in the database. */
const rowsPerAccount = 100;
const rowsOfOthers = 20;

type Order = Pick<GrownAccount, "url" | "rows"> & Pick<Importing, "file">;

/** Fills a new database with an account and small other accounts, and seals their lists. */
export const makeAccount = job(
  __filename,
  "makeAccount",
  ({ url, rows, file }: Order, { progress }): Promise<GrownAccount> =>
    withDomain(
      url,
      async (domain, { sealer }) => {
        progress(`loading an account of ${count(rows)} rows`);
        const { id } = await domain.accounts.create({ key: "growing", name: "Growing" });
        await domain.bundle.load(id, growingBundle(rows));
        await importNew(domain, id, { file, rows, first: 0 });
        await sealer.seal(id);
        progress(`creating ${count(rows / rowsPerAccount)} other accounts`);
        for (let index = 0; index < rows / rowsPerAccount; index += 1) await addOther(domain, sealer, index);
        const { token } = await domain.access.createToken(id, { kind: "api-token" });
        const { token: accountKey } = await domain.access.createToken(id, { kind: "account-key" });
        const { token: formsToken } = await domain.access.createToken(id, { kind: "web-forms" });
        return { url, rows, account: Number(id), token, accountKey, formsToken };
      },
      true,
    ),
);

/** Writes a file of appointments and imports it. */
export async function importNew(domain: Domain, account: AccountId, { file, rows, first }: Importing): Promise<void> {
  await writeAppointments(file, rows, first);
  await domain.imports.run(account, appointmentFile(file), { uploadedAt: Date.parse(uploadedAt) as Instant });
  await rm(file);
}

async function addOther({ accounts, bundle }: Domain, sealer: FeedSealer, index: number): Promise<void> {
  const { id } = await accounts.create({ key: `other-${index}`, name: `Other ${index}` });
  await bundle.load(id, bundleOf(accountLines(index, rowsOfOthers, 0)));
  await sealer.seal(id);
}
