import { recordMentions } from "../../foundation/records/record-mentions.js";
import type { ConversionKind } from "./conversion.js";
import type { ConversionStore } from "./conversion-store.js";

/** Store that the search for mentions reads. */
export type ConversionReads = { readonly conversions: Pick<ConversionStore, "page"> };

/**
 * Finds conversions that mention a campaign. Their locations and providers are those of their appointments, which are
 * searched themselves.
 */
export const conversionMentions = (kind: ConversionKind) =>
  recordMentions<ConversionReads>({
    kind,
    mentions: ["campaign"],
    page: ({ conversions }, account, page) => conversions.page(account, kind, page),
  });
