import type { Looking, Mention, RecordType } from "../../foundation/records/record-type.js";
import { publishDueInvitesOf } from "./publish-due-invites.js";
import { renderRuns, type RunReads } from "./publish-runs.js";
import { refuseUnfinished, type UnfinishedRuns } from "./refuse-unfinished.js";
import type { RunStores, StorePorts } from "./store-ports.js";
import { tidyImports, type TidyReads } from "./tidy-imports.js";

/** Record type for import runs. While a run is being stored, loads must not change its appointments and invites. */
export const importRunType: RecordType<
  UnfinishedRuns & TidyReads,
  RunStores & RunReads,
  Omit<StorePorts, "storage">,
  "import_run"
> = {
  kind: "import_run",
  lists: { renderAgain: renderRuns },
  mentions: runMentions,
  protect: async (kind, ids, { stores, account }) => refuseUnfinished(stores, account, kind, ids),
  async tidy(ports, account) {
    await tidyImports(ports)(account);
    await publishDueInvitesOf(ports, account);
  },
};

/**
 * Treats an unfinished import run as a reference to every location, provider and message that a bundle deletes.
 * The rows of the run are not searched for actual references.
 */
async function* runMentions({ left, read }: Looking<UnfinishedRuns>): AsyncGenerator<Mention> {
  const [waiting] = await read(({ importRuns }, account) => importRuns.incomplete(account));
  if (!waiting) return;
  for (const kind of ["location", "provider", "message"]) {
    for (const id of left(kind)) yield { kind, id, by: `import ${waiting.run.id}, which is still running,` };
  }
}
