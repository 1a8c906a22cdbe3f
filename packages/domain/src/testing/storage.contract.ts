import type { UserId } from "../foundation/kernel/ids.js";
import { stillClock } from "../memory/memory-ports.js";
import {
  auditContract,
  callersContract,
  clientsContract,
  cursorKeysContract,
  directoryContract,
  erasedPeopleContract,
  jobsContract,
  storedResponsesContract,
  unitOfWorkContract,
} from "./accounts.contract.js";
import { aUser } from "./builders.js";
import { campaignsContract, catalogContract, listingMetricsContract } from "./catalog.contract.js";
import { changesContract, entryKeysContract, removalsContract } from "./changes.contract.js";
import {
  appointmentsContract,
  callIdsContract,
  contactsContract,
  conversionsContract,
  submissionsContract,
  waitingConversionsContract,
} from "./conversions.contract.js";
import { feedContract, feedFilterContract, feedSliceContract } from "./feed.contract.js";
import { addAccount, type Fresh } from "./fresh-storage.js";
import { importLookUpsContract, importsContract, loadsContract, patientFilesContract } from "./imports.contract.js";
import { invitesContract, reviewsContract, surveyResponsesContract } from "./records.contract.js";
import { renderingContract } from "./rendering.contract.js";
import { describe } from "./runner.js";
import { overviewContract } from "./overview.contract.js";
import { sealingContract } from "./sealing.contract.js";
import {
  imageStoreContract,
  invitationsContract,
  subscriptionsContract,
  type OpenImages,
  type OpenKeeper,
  passwordKeeperContract,
  usersContract,
} from "./users.contract.js";
import { webhooksContract } from "./webhooks.contract.js";
import { ratingsContract, widgetsContract } from "./widgets.contract.js";

/** Tests that every implementation of `Storage` must pass. Call this function once per adapter. */
export function storageContract(name: string, fresh: Fresh): void {
  describe(name, () => {
    unitOfWorkContract(fresh);
    directoryContract(fresh);
    clientsContract(fresh);
    callersContract(fresh);
    cursorKeysContract(fresh);
    erasedPeopleContract(fresh);
    auditContract(fresh);
    catalogContract(fresh);
    invitesContract(fresh);
    importsContract(fresh);
    importLookUpsContract(fresh);
    loadsContract(fresh);
    patientFilesContract(fresh);
    reviewsContract(fresh);
    conversionsContract(fresh);
    appointmentsContract(fresh);
    waitingConversionsContract(fresh);
    submissionsContract(fresh);
    contactsContract(fresh);
    callIdsContract(fresh);
    listingMetricsContract(fresh);
    surveyResponsesContract(fresh);
    campaignsContract(fresh);
    widgetsContract(fresh);
    sealingContract(fresh);
    overviewContract(fresh);
    renderingContract(fresh);
    storedResponsesContract(fresh);
    usersContract(fresh);
    imageStoreContract(name, () => imagesOf(fresh));
    invitationsContract(fresh);
    subscriptionsContract(fresh);
    passwordKeeperContract(name, () => passwordsOf(fresh));
    removalsContract(fresh);
    jobsContract(fresh);
    feedContract(fresh);
    feedSliceContract(fresh);
    feedFilterContract(fresh);
    ratingsContract(fresh);
    changesContract(fresh);
    entryKeysContract(fresh);
    webhooksContract(fresh);
  });
}

async function imagesOf(fresh: Fresh): Promise<OpenImages> {
  const { storage, close } = await fresh(stillClock());
  return {
    mine: await addAccount(storage, "acme"),
    other: await addAccount(storage, "zenith"),
    use: (account, work) => storage.transact(account, ({ images }) => work(images)),
    ...(close && { close }),
  };
}

async function passwordsOf(fresh: Fresh): Promise<OpenKeeper> {
  const { storage, close } = await fresh(stillClock());
  const staff = [aUser(), aUser({ id: 8 as UserId, email: "b@example.com" })];
  const [mine, other] = [await addAccount(storage, "acme"), await addAccount(storage, "zenith")];
  for (const account of [mine, other]) await storage.transact(account, ({ users }) => users.save(account, staff));
  return {
    mine,
    other,
    use: (account, work) => storage.transact(account, ({ passwords }) => work(passwords)),
    storedHash: (account, user) => storage.read(account, ({ passwords }) => passwords.of(account, user)),
    ...(close && { close }),
  };
}
