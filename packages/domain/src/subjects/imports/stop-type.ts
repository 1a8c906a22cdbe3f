import { countOnly, type LineCheck, storingStep } from "../../foundation/records/line-rules.js";
import { foundRecords } from "../../foundation/records/of-person.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import type { StopStore } from "./import-stores.js";
import { recordStops, removeStops, type StopStores } from "./record-terms.js";
import { stopFromLine, stopLine } from "./stop-line.js";
import type { Contact } from "./stop.js";

type StopReads = { readonly stops: Pick<StopStore, "among"> };

/**
 * Record type for opt-outs from invites.
 * Messages about bundle lines must not reveal the phone number or email address.
 */
export const stopType: LoadedType<StopReads, StopStores, unknown, "stop"> = {
  kind: "stop",
  lines: {
    shape: stopLine,
    keys: ["contact"],
    mayRepeat: true,
    check: checkStops,
    storing: storingStep({
      step: 32,
      reading: "first",
      shape: stopLine,
      fromLine: stopFromLine,
      record: recordStops,
    }),
    removing: {
      step: 19,
      remove: async (keys, work) => {
        const contacts = keys.map(({ contact }) => contact as Contact);
        return countOnly(await removeStops(contacts, work));
      },
    },
  },
  ofPerson: {
    async find({ stops }, account, { contacts }) {
      const found = await stops.among(account, [...contacts] as Contact[]);
      return foundRecords(new Set(found.map(({ contact }) => contact)), removeStops);
    },
  },
};

/** Reports `stop` lines that delete a contact that another line contains too. The messages do not reveal the contact. */
function checkStops(): LineCheck<unknown> {
  const added = new Map<unknown, number>();
  const deleted = new Map<unknown, number>();
  return {
    note({ line, kind, values: { contact }, isDeletion }, report) {
      const before = deleted.get(contact) ?? (isDeletion ? added.get(contact) : undefined);
      if (before === undefined) (isDeletion ? deleted : added).set(contact, line);
      else report({ line, kind, key: "contact", message: `is a duplicate of line ${before}` });
    },
  };
}
