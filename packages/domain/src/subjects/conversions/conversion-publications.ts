import type { FeedList } from "../../foundation/feed/feed.js";
import type { FeedStores, Publication, Rendered } from "../../foundation/feed/publication.js";
import { displayTime } from "../../foundation/kernel/display-time.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { callEntry } from "./call-item.js";
import { conversionEntry } from "./conversion-item.js";
import { conversionsOfKind, type ConversionStore } from "./conversion-store.js";
import type { Conversion, ConversionKind } from "./conversion.js";

export type ConversionStores = FeedStores & { readonly conversions: ConversionStore };

const lists: Readonly<Record<ConversionKind, readonly FeedList[]>> = {
  call: ["calls", "conversions"],
  submission: ["conversions"],
};

/** Rules for publishing each kind of conversion. */
export const conversionPublications: Readonly<Record<ConversionKind, Publication<Conversion, ConversionStores>>> = {
  call: publicationOf("call"),
  submission: publicationOf("submission"),
};

function publicationOf(kind: ConversionKind): Publication<Conversion, ConversionStores> {
  return {
    showsLocalTime: true,
    store: ({ conversions }) => conversionsOfKind(conversions, kind),
    listsOf: () => lists[kind],
    render: async (conversions, work) => [
      ...conversions.map((one) => ({
        list: "conversions" as const,
        entry: conversionEntry(one, work.names, work.matching.calendar),
      })),
      ...(kind === "call" ? renderCalls(conversions, work) : []),
    ],
  };
}

/**
 * Renders list entries for calls.
 * Items of calls do not contain `modified_at`, so `modifiedAt` of the entry is set to the current time.
 */
function renderCalls(calls: readonly Conversion[], work: UnitOfWork<unknown>): readonly Rendered[] {
  const display = displayTime(work.timeZone);
  return calls.map((call) => {
    const entry = { ...callEntry(call, work.names, display), modifiedAt: work.now };
    return { list: "calls", entry };
  });
}
