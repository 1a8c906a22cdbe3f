import type { CallId } from "../../foundation/kernel/ids.js";
import { countOnly, idsIn, storingStep } from "../../foundation/records/line-rules.js";
import { foundByRows } from "../../foundation/records/of-person.js";
import { publishedLists } from "../../foundation/records/record-lists.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import { conversionMentions, type ConversionReads } from "../conversions/conversion-mentions.js";
import { conversionPublications } from "../conversions/conversion-publications.js";
import { peopleOfConversions } from "../conversions/people-of-conversions.js";
import { callFromLine, callLine } from "./call-line.js";
import { recordCalls } from "./record-calls.js";
import { type CallRemovalStores, removeCalls } from "./remove-calls.js";

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
