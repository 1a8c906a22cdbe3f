import type { FeedList } from "../feed/feed.js";
import type { Publication, Rendered, Rendering } from "../feed/publication.js";
import { displayTime } from "../kernel/display-time.js";
import { callEntry } from "./call-item.js";
import type { Conversion, ConversionKind } from "./conversion.js";
import { conversionEntry } from "./conversion-item.js";
import { conversionsOfKind } from "./conversion-store.js";

const lists: Readonly<Record<ConversionKind, readonly FeedList[]>> = {
  call: ["calls", "conversions"],
  submission: ["conversions"],
};

/** How conversions of each kind become rows of their lists. */
export const conversionPublications: Readonly<Record<ConversionKind, Publication<Conversion>>> = {
  call: publicationOf("call"),
  submission: publicationOf("submission"),
};

function publicationOf(kind: ConversionKind): Publication<Conversion> {
  return {
    showsLocalTime: kind === "call",
    store: ({ conversions }) => conversionsOfKind(conversions, kind),
    listsOf: () => lists[kind],
    render: async (conversions, rendering) => [
      ...conversions.map((one) => ({ list: "conversions" as const, entry: conversionEntry(one, rendering.names) })),
      ...(kind === "call" ? renderCalls(conversions, rendering) : []),
    ],
  };
}

function renderCalls(calls: readonly Conversion[], { names, timeZone }: Rendering): readonly Rendered[] {
  const display = displayTime(timeZone);
  return calls.map((call) => ({ list: "calls", entry: callEntry(call, names, display) }));
}
