import type { CallId } from "../../foundation/kernel/ids.js";
import { idsIn, storingStep, countOnly } from "../../foundation/records/line-rules.js";
import { publishedLists } from "../../foundation/records/record-lists.js";
import { foundByRows } from "../../foundation/records/of-person.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import { conversionPublications } from "../conversions/conversion-publications.js";
import type { ConversionReads } from "../conversions/conversion-mentions.js";
import { conversionMentions } from "../conversions/conversion-mentions.js";
import { peopleOfConversions } from "../conversions/people-of-conversions.js";
import { callFromLine, callLine } from "./call-line.js";
import { recordCalls } from "./record-calls.js";
import type { CallRemovalStores } from "./remove-calls.js";
import { removeCalls } from "./remove-calls.js";

export const callType: LoadedType<ConversionReads, CallRemovalStores, unknown, "call"> = {
  kind: "call",
  lines: {
    shape: callLine,
    keys: ["id"],
    weight: 2,
    contacts: ["from_number"],
    storing: storingStep({
      step: 55,
      reading: "second",
      shape: callLine,
      fromLine: callFromLine,
      record: recordCalls,
    }),
    removing: { step: 10, remove: async (keys, work) => countOnly(await removeCalls(idsIn(keys), work)) },
  },
  lists: publishedLists("conversions", conversionPublications.call),
  mentions: conversionMentions("call"),
  ofPerson: foundByRows(
    (stores: ConversionReads, account) => peopleOfConversions<CallId>("call", stores, account),
    removeCalls,
    "appointment",
  ),
};
