import { recordMentions } from "../../foundation/records/record-mentions.js";
import type { ConversionStore } from "./conversion-store.js";
import type { ConversionKind } from "./conversion.js";

export type ConversionReads = { readonly conversions: Pick<ConversionStore, "page"> };

/**
 * Finds conversions that refer to a campaign. References to locations and providers are not searched here, because
 * conversions copy them from appointments.
 */
export const conversionMentions = (kind: ConversionKind) =>
  recordMentions<ConversionReads>({
    kind,
    mentions: ["campaign"],
    page: ({ conversions }, account, page) => conversions.page(account, kind, page),
  });
