import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import type { AccountId, Domain } from "@repute/domain";
import { createDomain, noPartners } from "@repute/domain";
import type { Line } from "./account-bundle.js";
import { textBundle } from "./account-bundle.js";

/** Opens a database without a server, lets somebody work on it, and closes it. */
export async function withDomain<T>(url: string, work: (domain: Domain) => Promise<T>, migrate = false): Promise<T> {
  const database = await openDatabase({ url, migrate });
  try {
    return await work(createDomain({ ...typeormPorts(database), ...noPartners }));
  } finally {
    await database.close();
  }
}

/** Lines as a bundle, read from JSON as from a file. */
export const bundleOf = (lines: Iterable<Line>) => textBundle([...lines].map((line) => JSON.stringify(line)));

/** Makes an account of its own for what is measured; its key begins with `name`. */
export async function newAccount(
  { accounts, bundle }: Domain,
  name: string,
  lines: Iterable<Line>,
): Promise<AccountId> {
  const { id } = await accounts.create({ key: `${name}-${Date.now()}`, name });
  await bundle.load(id, bundleOf(lines));
  return id;
}
