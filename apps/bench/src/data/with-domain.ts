import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import { type AccountId, createDomain, type Domain, type FeedSealer, noPartners } from "@repute/domain";
import { type Line, textBundle } from "./account-bundle.js";

/** Opens a database without a server, runs `work`, and closes the database. */
export async function withDomain<T>(
  url: string,
  work: (domain: Domain, storage: { readonly sealer: FeedSealer }) => Promise<T>,
  migrate = false,
): Promise<T> {
  const database = await openDatabase({ url, migrate });
  try {
    return await work(createDomain({ ...typeormPorts(database), ...noPartners }), database.storage);
  } finally {
    await database.close();
  }
}

/** Creates a bundle from lines. Each read parses the JSON of the lines again, as if they came from a file. */
export const bundleOf = (lines: Iterable<Line>) => textBundle([...lines].map((line) => JSON.stringify(line)));

/** Creates an account for a measurement. The account's key starts with `name`. */
export async function newAccount(
  { accounts, bundle }: Domain,
  name: string,
  lines: Iterable<Line>,
): Promise<AccountId> {
  const { id } = await accounts.create({ key: `${name}-${Date.now()}`, name });
  await bundle.load(id, bundleOf(lines));
  return id;
}
