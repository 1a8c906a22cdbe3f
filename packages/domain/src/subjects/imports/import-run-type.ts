import type { Looking, Mention, RecordType } from "../../foundation/records/record-type.js";
import type { UnfinishedRuns } from "./refuse-unfinished.js";
import { refuseUnfinished } from "./refuse-unfinished.js";

/** Declares the import runs. A run that is being stored protects its appointments and invites. */
export const importRunType: RecordType<UnfinishedRuns, UnfinishedRuns, unknown, "import_run"> = {
  kind: "import_run",
  mentions: runMentions,
  protect: async (kind, ids, { stores, account }) => refuseUnfinished(stores, account, kind, ids),
};

/** Rows of an unfinished run are not searched, so the run counts as a mention of everything that rows can mention. */
async function* runMentions({ left, read }: Looking<UnfinishedRuns>): AsyncGenerator<Mention> {
  const [waiting] = await read(({ importRuns }, account) => importRuns.incomplete(account));
  if (!waiting) return;
  for (const kind of ["location", "provider", "message"]) {
    for (const id of left(kind)) yield { kind, id, by: `import ${waiting.run.id}, which is still running,` };
  }
}
