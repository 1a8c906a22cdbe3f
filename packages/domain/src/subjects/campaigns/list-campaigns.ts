import type { Campaign } from "../../foundation/catalog/campaign.js";
import type { CatalogPorts } from "../../foundation/catalog/catalog-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";

/** Lists the campaigns of an account, sorted by id. */
export function listCampaigns({ storage }: CatalogPorts) {
  return async (account: AccountId): Promise<readonly Campaign[]> => {
    const { campaigns } = await storage.read(account, ({ catalog }) => catalog.read(account, "campaigns"));
    return [...campaigns].sort((a, b) => a.id - b.id);
  };
}
