import { storingStep, taken } from "../../foundation/records/line-rules.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import { checkStops } from "./check-stops.js";
import type { StopStores } from "./record-terms.js";
import { recordStops, removeStops } from "./record-terms.js";
import type { Contact } from "./stop.js";
import { stopFromLine, stopLine } from "./stop-line.js";

/**
 * Record type for opt-outs from invites. Messages about bundle lines must not reveal the phone number or email address.
 */
export const stopType: LoadedType<unknown, StopStores, unknown, "stop"> = {
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
        return taken(await removeStops(contacts, work));
      },
    },
  },
};
