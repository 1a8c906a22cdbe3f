import type { ContactStore } from "../conversions/contact-store.js";
import type { ConversionStore } from "../conversions/conversion-store.js";
import type { Conversion } from "../conversions/conversion.js";
import { conversionKinds } from "../conversions/conversion.js";
import type { Invite } from "../invites/invite.js";
import type { Instant } from "../kernel/instant.js";
import type { Phone } from "../kernel/phone.js";
import type { Draft } from "./account-state.js";
import { memoryRecordStore } from "./memory-records.js";

/** Conversions of the account of a draft. */
export function memoryConversionStore(draft: Draft): ConversionStore {
  const kinds = {
    call: memoryRecordStore<Conversion>(draft, "calls"),
    submission: memoryRecordStore<Conversion>(draft, "submissions"),
  };
  return {
    byIds: (account, kind, ids) => kinds[kind].byIds(account, ids),
    save: async (account, conversions) => {
      for (const kind of conversionKinds) {
        const ofKind = conversions.filter((conversion) => conversion.kind === kind);
        await kinds[kind].save(account, ofKind);
      }
    },
    page: (account, kind, page) => kinds[kind].page(account, page),
  };
}

/** When patients were in touch with the account of a draft. */
export const memoryContactStore = (draft: Draft): ContactStore => ({
  earliest: async (_account, phones) => {
    const wanted = new Set(phones);
    const found = new Map<Phone, Instant>();
    for (const { phone, sentAt } of draft.state.records.invites.values() as Iterable<Invite>) {
      if (phone === null || !wanted.has(phone)) continue;
      const known = found.get(phone);
      if (known === undefined || sentAt < known) found.set(phone, sentAt);
    }
    return found;
  },
});
