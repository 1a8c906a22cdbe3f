import type { Conversion, ConversionStore } from "@repute/domain";
import { conversionTables } from "../rows/conversion-row.js";
import type { Session } from "../session.js";
import { typeormRecordStore } from "./record-store.js";

/** The conversions of the account of a unit of work. */
export function typeormConversionStore(session: Session): ConversionStore {
  const kinds = {
    call: typeormRecordStore<Conversion>(session, conversionTables.call),
    submission: typeormRecordStore<Conversion>(session, conversionTables.submission),
  };
  return {
    byIds: (account, kind, ids) => kinds[kind].byIds(account, ids),
    save: (account, conversions) => conversionTables.call.save(session, account, conversions),
    page: (account, kind, page) => kinds[kind].page(account, page),
  };
}
