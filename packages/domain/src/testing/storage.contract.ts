import { describe } from "@jest/globals";
import { catalogContract } from "./catalog.contract.js";
import { directoryContract } from "./directory.contract.js";
import { feedContract } from "./feed.contract.js";
import { feedFilterContract } from "./feed-filter.contract.js";
import { feedSliceContract } from "./feed-slice.contract.js";
import type { Fresh } from "./fresh-storage.js";
import { reviewsContract } from "./reviews.contract.js";
import { unitOfWorkContract } from "./unit-of-work.contract.js";

/** What any Storage must do. Each adapter's test file calls this once. */
export function storageContract(name: string, fresh: Fresh): void {
  describe(`${name} keeps the Storage contract:`, () => {
    unitOfWorkContract(fresh);
    directoryContract(fresh);
    catalogContract(fresh);
    reviewsContract(fresh);
    feedContract(fresh);
    feedSliceContract(fresh);
    feedFilterContract(fresh);
  });
}
