import type { AccountStore } from "../../foundation/accounts/account-store.js";
import { tidyLoads } from "../bundle/finish-loads.js";
import type { StoringPorts } from "../bundle/load-ports.js";
import { eachAccount } from "../../foundation/accounts/each-account.js";
import { byService } from "../../foundation/audit/audit-record.js";
import type { FeedWriter } from "../../foundation/feed/feed.js";
import type { KeptResponseStore } from "../../foundation/idempotency/kept-response-store.js";
import { responsesKept } from "../../foundation/idempotency/once.js";
import type { RunStores } from "../../subjects/imports/store-ports.js";
import type { TidyReads } from "../../subjects/imports/tidy-imports.js";
import { tidyImports } from "../../subjects/imports/tidy-imports.js";
import type { PatientFileStores } from "../../subjects/patient-surveys/file-run.js";
import type { InterruptedReads } from "../../subjects/patient-surveys/tidy-patient-files.js";
import { tidyPatientFiles } from "../../subjects/patient-surveys/tidy-patient-files.js";
import { base62, numberOf } from "../../foundation/kernel/base62.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { day, minute, plus } from "../../foundation/kernel/instant.js";
import type { Retention, RetentionPorts, RetentionReads } from "./retention.js";
import { applyRetention } from "./retention.js";
import { publishDueInvitesOf } from "../../subjects/imports/publish-due-invites.js";
import type { PurgedAccount, RemovalStores } from "../../subjects/submissions/purge-test-submissions.js";
import { removeTests } from "../../subjects/submissions/purge-test-submissions.js";
import { linksKnown } from "../../subjects/users/invitation.js";
import type { InvitationStore } from "../../subjects/users/invitation-store.js";
import type { JobStore } from "../../foundation/kernel/job-store.js";

/** For so long a process is believed to be at work on an account; one that died at it keeps others waiting no longer. */
const patience = 10 * minute;

/** For how many days it is known what was deleted. */
const usualTombstoneDays = 90;

const job = "nightly";

type NightlyStores = RunStores &
  RemovalStores &
  PatientFileStores & {
    readonly keptResponses: Pick<KeptResponseStore, "forget">;
    readonly invitations: Pick<InvitationStore, "forgetLinks">;
    readonly feed: Pick<FeedWriter, "forgetRemoved">;
  };

type NightlyPorts = StoringPorts<TidyReads & InterruptedReads & RetentionReads, NightlyStores> & {
  readonly storage: {
    readonly accounts: AccountStore;
    readonly jobs: JobStore;
    readonly audit: RetentionPorts["storage"]["audit"];
  };
};

/**
 * Does what every night has to do for all accounts, unless another process does it or it was done since `due`: removes
 * test submissions, responses that nobody will ask for again, links of invitations that ended long ago, what is known of deletions
 * long ago, and what loads, imports and patient files left whose process ended. Publishes invites that became due. Returns how many
 * tests there were, by account, or `undefined` when there was nothing to do. It is done when no account has failed.
 */
export function cleanUp(ports: NightlyPorts, tombstoneDays = usualTombstoneDays, retention: Retention = {}) {
  const { storage, secrets, clock } = ports;
  return async (due: Instant): Promise<readonly PurgedAccount[] | undefined> => {
    const [holder, began] = [base62(numberOf(secrets.randomBytes(16)), 22), clock()];
    const take = () => storage.jobs.take(job, { holder, due, now: clock(), until: plus(clock(), patience) });
    if (!(await take())) return undefined;
    const purged = await eachAccount(storage, async ({ id, key }) => {
      // Who took so long that another process has gone on with it leaves it to that.
      if (!(await take())) return undefined;
      const removed = await storage.transact(id, async (stores, now) => {
        await stores.keptResponses.forget(id, plus(now, -responsesKept));
        await stores.invitations.forgetLinks(id, plus(now, -linksKnown));
        await stores.feed.forgetRemoved(id, plus(now, -tombstoneDays * day));
        return removeTests(stores, id, (rows) => byService({ at: clock(), action: "purge_test_submissions", rows }));
      });
      await tidyImports(ports)(id);
      await publishDueInvitesOf(ports, id);
      await tidyPatientFiles(ports)(id);
      await applyRetention(ports, retention)(id);
      await tidyLoads(ports, id);
      return { account: key, removed };
    });
    await storage.jobs.finish(job, holder, began);
    return purged.filter((one) => one !== undefined);
  };
}
