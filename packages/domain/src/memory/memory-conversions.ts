import type { AppointmentId } from "../foundation/kernel/ids.js";
import type { ContactStore, FirstContact } from "../subjects/conversions/contact-store.js";
import { findsConversion } from "../subjects/conversions/conversion-search.js";
import type { ConversionStore } from "../subjects/conversions/conversion-store.js";
import { type Conversion, conversionKinds } from "../subjects/conversions/conversion.js";
import { firstContacts } from "../subjects/conversions/first-contacts.js";
import { keyOfConversion, matchKeyKinds } from "../subjects/conversions/match-key.js";
import type { Invite } from "../subjects/invites/invite.js";
import type { Draft } from "./account-state.js";
import { memoryRecordStore } from "./memory-records.js";

export function memoryConversionStore(draft: Draft): ConversionStore {
  const kinds = {
    call: memoryRecordStore<Conversion>(draft, "calls"),
    submission: memoryRecordStore<Conversion>(draft, "submissions"),
  };
  const ofAppointment: ConversionStore["ofAppointment"] = async (_account, appointment, limit, after) =>
    conversionsOf(draft)
      .filter((one) => one.appointmentId === appointment && (!after || byKindAndId(one, after) > 0))
      .sort(byKindAndId)
      .slice(0, limit);
  return {
    byIds: (account, kind, ids) => kinds[kind].byIds(account, ids),
    save: async (account, conversions) => {
      for (const kind of conversionKinds) {
        const ofKind = conversions.filter((conversion) => conversion.kind === kind);
        await kinds[kind].save(account, ofKind);
      }
    },
    remove: (account, kind, ids) => kinds[kind].remove(account, ids),
    page: (account, kind, page) => kinds[kind].page(account, page),
    waiting: async (_account, searches, limit) =>
      conversionsOf(draft)
        .filter((one) => one.appointmentId === null && searches.some((search) => findsConversion(search, one)))
        .slice(0, limit),
    anyWaiting: async () =>
      conversionsOf(draft).some(
        (one) => one.appointmentId === null && matchKeyKinds.some((kind) => keyOfConversion(one, kind)),
      ),
    closing: async (_account, appointments) =>
      conversionsOf(draft).filter(({ appointmentId, closes }) => closes && isOneOf(appointments, appointmentId)),
    ofAppointment,
    ofAppointments: async (account, appointments, limit) =>
      (await Promise.all(appointments.map((appointment) => ofAppointment(account, appointment, limit)))).flat(),
  };
}

export const conversionsOf = ({ state: { records } }: Draft): Conversion[] =>
  [...records.calls.values(), ...records.submissions.values()] as Conversion[];

const isOneOf = (ids: readonly AppointmentId[], id: AppointmentId | null): boolean => id !== null && ids.includes(id);

type Place = Pick<Conversion, "kind" | "id">;
const byKindAndId = (a: Place, b: Place): number => (a.kind === b.kind ? a.id - b.id : a.kind < b.kind ? -1 : 1);

export const memoryContactStore = (draft: Draft): ContactStore => ({
  earliest: async (_account, phones) => {
    const { records, appointments } = draft.state;
    const found = firstContacts(records.invites.values() as Iterable<Invite>, appointments.values());
    return new Map(phones.flatMap((phone) => (found.has(phone) ? [[phone, found.get(phone) as FirstContact]] : [])));
  },
});
