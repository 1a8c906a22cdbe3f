import type { Cents } from "../foundation/kernel/cents.js";
import type { Window } from "../foundation/kernel/window.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { OriginChannel, OriginCount, OutcomeStore } from "../subjects/campaigns/outcome-store.js";
import type { SpendStore } from "../subjects/campaigns/spend-store.js";
import type { Conversion } from "../subjects/conversions/conversion.js";
import type { Draft } from "./account-state.js";
import { conversionsOf } from "./memory-conversions.js";
import { pageOf } from "./memory-records.js";

export const memorySpendStore = (draft: Draft): SpendStore => ({
  byIds: async (_account, ids) => ids.flatMap((id) => draft.state.spends.get(id) ?? []),
  within: async (_account, first, last) =>
    [...draft.state.spends.values()].filter(({ from, to }) => from <= last && to >= first),
  save: async (_account, spends) => {
    const all = draft.writable(draft.state.spends);
    for (const spend of spends) all.set(spend.id, spend);
    draft.change({ spends: all });
  },
  remove: async (_account, ids) => {
    const spends = draft.writable(draft.state.spends);
    for (const id of ids) spends.delete(id);
    draft.change({ spends });
  },
  page: async (_account, page) => pageOf([...draft.state.spends.values()], page),
});

export const memoryOutcomeStore = (draft: Draft): OutcomeStore => ({
  origins: async (_account, window) => {
    const counts = new Map<string, OriginCount>();
    for (const { campaignId, source, sentChannel } of conversionsIn(draft, window)) {
      const name = JSON.stringify([campaignId, source, sentChannel]);
      counts.set(name, { campaignId, source, sentChannel, conversions: (counts.get(name)?.conversions ?? 0) + 1 });
    }
    return [...counts.values()];
  },
  ofChannels: async (_account, window, channels) =>
    [...new Set(channels.map(({ channel }) => channel))].flatMap((channel) => {
      const linked = conversionsIn(draft, window).filter(
        (one) => one.appointmentId !== null && channelOf(channels, one) === channel,
      );
      return linked.length === 0 ? [] : [{ channel, ...outcomeOf(draft, linked) }];
    }),
});

function outcomeOf({ state }: Draft, linked: readonly Conversion[]) {
  const closing = linked.filter(({ closes }) => closes).map((one) => ({ one, of: appointmentOf(one) }));
  const unknown = closing.filter(({ of }) => of?.revenue === null);
  const isNew = ({ one }: { readonly one: Conversion }) => one.newPatient;
  return {
    appointments: closing.length,
    assists: new Set(linked.filter(({ closes }) => !closes).map(({ appointmentId }) => appointmentId)).size,
    newPatients: new Set(closing.filter(isNew).map(({ of }) => of && patientOf(of))).size,
    knownRevenue: closing.reduce((sum, { of }) => sum + (of?.revenue ?? 0), 0) as Cents,
    unknownOfNew: unknown.filter(isNew).length,
    unknownOfOthers: unknown.filter((pair) => !isNew(pair)).length,
  };

  function appointmentOf({ appointmentId }: Conversion): Appointment | undefined {
    return appointmentId === null ? undefined : state.appointments.get(appointmentId);
  }
}

/** Returns the best available identifier of an appointment's patient. */
function patientOf({ id, patientId, phones, patientName }: Appointment): string {
  if (patientId !== null) return `id ${patientId}`;
  if (phones.length > 0) return `phone ${JSON.stringify(phones)}`;
  return patientName === null ? `appointment ${id}` : `name ${patientName}`;
}

const conversionsIn = (draft: Draft, { from, to }: Window): readonly Conversion[] =>
  conversionsOf(draft).filter(({ at }) => (from === undefined || at >= from) && (to === undefined || at < to));

const channelOf = (channels: readonly OriginChannel[], conversion: Conversion): string | undefined =>
  channels.find(
    ({ campaignId, source, sentChannel }) =>
      campaignId === conversion.campaignId && source === conversion.source && sentChannel === conversion.sentChannel,
  )?.channel;
