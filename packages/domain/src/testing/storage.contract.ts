import type { UserId } from "../foundation/kernel/ids.js";
import { stillClock } from "../memory/memory-ports.js";
import { appointmentsContract } from "./appointments.contract.js";
import { auditContract } from "./audit.contract.js";
import { callIdsContract } from "./call-ids.contract.js";
import { callersContract } from "./callers.contract.js";
import { campaignsContract } from "./campaigns.contract.js";
import { catalogContract } from "./catalog.contract.js";
import { changesContract } from "./changes.contract.js";
import { clientsContract } from "./clients.contract.js";
import { contactsContract } from "./contacts.contract.js";
import { conversionsContract } from "./conversions.contract.js";
import { cursorKeysContract } from "./cursor-keys.contract.js";
import { directoryContract } from "./directory.contract.js";
import { entryKeysContract } from "./entry-keys.contract.js";
import { erasedPeopleContract } from "./erased-people.contract.js";
import { feedFilterContract } from "./feed-filter.contract.js";
import { feedSliceContract } from "./feed-slice.contract.js";
import { feedContract } from "./feed.contract.js";
import { addAccount, type Fresh } from "./fresh-storage.js";
import { imageStoreContract, type OpenImages } from "./images.contract.js";
import { importLookUpsContract } from "./import-look-ups.contract.js";
import { importsContract } from "./imports.contract.js";
import { invitationsContract } from "./invitations.contract.js";
import { invitesContract } from "./invites.contract.js";
import { jobsContract } from "./jobs.contract.js";
import { listingMetricsContract } from "./listing-metrics.contract.js";
import { loadsContract } from "./loads.contract.js";
import { type OpenKeeper, passwordKeeperContract } from "./passwords.contract.js";
import { patientFilesContract } from "./patient-files.contract.js";
import { ratingsContract } from "./ratings.contract.js";
import { removalsContract } from "./removals.contract.js";
import { reviewsContract } from "./reviews.contract.js";
import { describe } from "./runner.js";
import { sealingContract } from "./sealing.contract.js";
import { storedResponsesContract } from "./stored-responses.contract.js";
import { submissionsContract } from "./submissions.contract.js";
import { surveyResponsesContract } from "./survey-responses.contract.js";
import { unitOfWorkContract } from "./unit-of-work.contract.js";
import { aUser } from "./user-builders.js";
import { usersContract } from "./users.contract.js";
import { waitingConversionsContract } from "./waiting-conversions.contract.js";
import { widgetsContract } from "./widgets.contract.js";

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
    storedResponsesContract(fresh);
    usersContract(fresh);
    imageStoreContract(name, () => imagesOf(fresh));
    invitationsContract(fresh);
    passwordKeeperContract(name, () => passwordsOf(fresh));
    removalsContract(fresh);
    jobsContract(fresh);
    feedContract(fresh);
    feedSliceContract(fresh);
    feedFilterContract(fresh);
    ratingsContract(fresh);
    changesContract(fresh);
    entryKeysContract(fresh);
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
