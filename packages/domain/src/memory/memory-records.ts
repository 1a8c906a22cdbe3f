import type { Renamed } from "../foundation/catalog/names.js";
import type { PublishedRecord, RecordPage, RecordStore } from "../foundation/feed/publication.js";
import type { AccountId, AppointmentId } from "../foundation/kernel/ids.js";
import type { Cents } from "../foundation/kernel/numbers.js";
import type { Window } from "../foundation/kernel/window.js";
import type { IdReader, NumberedKind } from "../foundation/records/record-type.js";
import {
  type Appointment,
  type AppointmentKey,
  type AppointmentStore,
  keysOfAppointment,
} from "../subjects/appointments/appointment.js";
import { finds } from "../subjects/appointments/matching.js";
import type { CallImportStore } from "../subjects/calls/call-imports.js";
import type { CallIdStore } from "../subjects/calls/call.js";
import type { OriginChannel, OriginCount, OutcomeStore } from "../subjects/campaigns/campaign-summary.js";
import type { SpendStore } from "../subjects/campaigns/spends.js";
import {
  type ContactStore,
  type Conversion,
  conversionKinds,
  type ConversionStore,
  findsConversion,
  type FirstContact,
  firstContacts,
  keyOfConversion,
  type MatchKey,
  matchKeyKinds,
} from "../subjects/conversions/conversion.js";
import { importKeysOf } from "../subjects/imports/match.js";
import {
  findsInvite,
  type Invite,
  type InviteDirectory,
  type InviteKey,
  type InviteStore,
  isPlanned,
  keysOfInvite,
} from "../subjects/invites/invite.js";
import {
  type ListingMetricKey,
  type ListingMetricPage,
  type ListingMetricStore,
  metricKeyText,
} from "../subjects/listings/listing-metric.js";
import type { InvitedStore, NpsSurvey, Review } from "../subjects/reviews/review.js";
import { submissionKeyText, type SubmissionStore } from "../subjects/submissions/submission.js";
import type { AccountState, Draft, RecordName } from "./account-state.js";

export function memoryRecordStore<R extends PublishedRecord>(draft: Draft, name: RecordName): RecordStore<R> {
  const stored = () => draft.state.records[name] as ReadonlyMap<number, R>;
  return {
    byIds: async (_account, ids) => ids.flatMap((id) => stored().get(id) ?? []),
    save: async (_account, records) => {
      const changed = draft.writable(stored());
      for (const record of records) changed.set(record.id, record);
      draft.change({ records: { ...draft.state.records, [name]: changed } });
    },
    remove: async (_account, ids) => {
      const left = draft.writable(stored());
      for (const id of ids) left.delete(id);
      draft.change({ records: { ...draft.state.records, [name]: left } });
    },
    page: async (_account, page) => pageOf([...stored().values()], page),
  };
}

export const memoryInvitedStore = <R extends Review | NpsSurvey>(draft: Draft, name: RecordName): InvitedStore<R> => ({
  ...memoryRecordStore<R>(draft, name),
  ofInvites: async (_account, invites) =>
    [...(draft.state.records[name] as ReadonlyMap<number, R>).values()].filter(
      ({ inviteId }) => inviteId !== null && invites.includes(inviteId),
    ),
});

/** Returns a page of records, in ascending order of id. */
function pageOf<R extends PublishedRecord>(records: readonly R[], { after, limit, mentioning }: RecordPage): R[] {
  return records
    .filter((record) => record.id > after && (!mentioning || mentions(record, mentioning)))
    .sort((a, b) => a.id - b.id)
    .slice(0, limit);
}

const members: Readonly<Record<keyof Renamed, string>> = {
  locationIds: "locationId",
  providerIds: "providerId",
  platformIds: "platformId",
  messageIds: "messageId",
  surveyIds: "surveyId",
  campaignIds: "campaignId",
};

const mentions = (record: object, renamed: Renamed): boolean =>
  (Object.keys(members) as (keyof Renamed)[]).some((name) =>
    renamed[name].includes((record as Record<string, unknown>)[members[name]] as number),
  );

export const memoryIdReader = (draft: Draft): IdReader => ({
  greatest: async (_account, kind) => idsOf[kind](draft.state).reduce((one, other) => Math.max(one, other), 0),
});

const idsOf: Record<NumberedKind, (state: AccountState) => readonly number[]> = {
  appointments: ({ appointments }) => [...appointments.keys()],
  calls: ({ callIds, records }) => [...callIds.values(), ...records.calls.keys()],
  importAttempts: ({ importAttempts }) => [...importAttempts.keys()],
  invites: ({ records }) => [...records.invites.keys()],
  patientFiles: ({ patientFiles }) => [...patientFiles.keys()],
  submissions: ({ submissions }) => [...submissions.keys()],
};

export function memoryInviteStore(draft: Draft): InviteStore {
  const records = memoryRecordStore<Invite>(draft, "invites");
  const all = () => invitesOf(draft.state);
  return {
    ...records,
    latest: async (_account, searches) => {
      const newestFirst = [...all()].sort((a, b) => b.sentAt - a.sentAt || b.id - a.id);
      const found = new Map<string, Invite[]>();
      for (const invite of newestFirst) {
        for (const key of keysOfInvite(invite))
          found.set(textOfInviteKey(key), [...(found.get(textOfInviteKey(key)) ?? []), invite]);
      }
      return searches.map((search) => {
        const last = found.get(textOfInviteKey(search))?.find((one) => findsInvite(search, one));
        return last && { id: last.id, sentAt: last.sentAt };
      });
    },
    counts: async (_account, searches) =>
      searches.map((search) => Math.min(100, [...all()].filter((one) => findsInvite(search, one)).length)),
    planned: async (_account, keys) => {
      const wanted = new Set(keys.map(textOfInviteKey));
      return all().filter((one) => isPlanned(one) && keysOfInvite(one).some((key) => wanted.has(textOfInviteKey(key))));
    },
    waiting: async (_account, { until, limit }) =>
      all()
        .filter(({ isWaiting, sentAt }) => isWaiting && sentAt <= until)
        .sort((a, b) => a.sentAt - b.sentAt || a.id - b.id)
        .slice(0, limit),
    noteNextDue: async () => {},
  };
}

const invitesOf = ({ records }: AccountState): readonly Invite[] => [
  ...(records.invites as ReadonlyMap<number, Invite>).values(),
];

export const memoryInviteDirectory = (states: ReadonlyMap<AccountId, AccountState>): InviteDirectory => ({
  due: async (now) =>
    [...states]
      .filter(([, state]) => invitesOf(state).some(({ isWaiting, sentAt }) => isWaiting && sentAt <= now))
      .map(([account]) => account),
});

const textOfInviteKey = ({ kind, value }: InviteKey): string => `${kind} ${value}`;

export const memoryAppointmentStore = (draft: Draft): AppointmentStore => ({
  byIds: async (_account, ids) => ids.flatMap((id) => draft.state.appointments.get(id) ?? []),
  save: saving(draft),
  remove: async (_account, ids) => {
    const appointments = draft.writable(draft.state.appointments);
    for (const id of ids) appointments.delete(id);
    draft.change({ appointments });
  },
  page: async (_account, page) => pageOf([...draft.state.appointments.values()], page),
  withKeys: async (_account, keys) => {
    const found = new Map<string, AppointmentId>();
    for (const one of draft.state.appointments.values()) {
      for (const key of [...keysOfAppointment(one), ...importKeysOf(one)]) found.set(textOfAppointmentKey(key), one.id);
    }
    return keys.map((key) => found.get(textOfAppointmentKey(key)));
  },
  withContacts: async (_account, contacts) => {
    const latest = [...draft.state.appointments.values()].sort((a, b) => byForm(b, a) || byTime(b, a));
    return contacts.map((contact) => {
      const found = latest.filter(({ phones, email }) => email === contact || phones.some((one) => one === contact));
      return found.slice(0, 20).map(({ id }) => id);
    });
  },
  first: async (_account, searches) => {
    const all = [...draft.state.appointments.values()];
    return searches.map((search) => {
      const found = all.filter((one) => finds(search, one));
      const ofForm = (form: string) => found.filter(({ at }) => typeof at === form);
      return ["number", "string"].flatMap((form) => ofForm(form).sort(byTime)[0] ?? []);
    });
  },
});

const saving =
  (draft: Draft): AppointmentStore["save"] =>
  async (_account, saved) => {
    const appointments = draft.writable(draft.state.appointments);
    for (const one of saved) appointments.set(one.id, one);
    draft.change({ appointments });
  };

const byForm = (a: Appointment, b: Appointment): number =>
  Number(typeof a.at === "string") - Number(typeof b.at === "string");

const byTime = (a: Appointment, b: Appointment): number => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1);

const textOfAppointmentKey = ({ kind, value }: AppointmentKey | MatchKey): string => `${kind} ${value}`;

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

const conversionsOf = ({ state: { records } }: Draft): Conversion[] =>
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

export const memorySubmissionStore = (draft: Draft): SubmissionStore => {
  const all = () => [...draft.state.submissions.values()];
  return {
    byIds: async (_account, ids) => ids.flatMap((id) => draft.state.submissions.get(id) ?? []),
    byKeys: async (_account, keys) => {
      const wanted = new Set(keys.map(submissionKeyText));
      return all().filter((one) => wanted.has(submissionKeyText(one)));
    },
    save: async (_account, saved) => {
      const submissions = draft.writable(draft.state.submissions);
      for (const one of saved) submissions.set(one.id, one);
      draft.change({ submissions });
    },
    remove: async (_account, ids) => {
      const submissions = draft.writable(draft.state.submissions);
      for (const id of ids) submissions.delete(id);
      draft.change({ submissions });
    },
    page: async (_account, page) => pageOf(all(), page),
    removeTests: async () => {
      const tests = all().filter(({ isTest }) => isTest);
      const submissions = draft.writable(draft.state.submissions);
      for (const { id } of tests) submissions.delete(id);
      draft.change({ submissions });
      return tests.length;
    },
  };
};

export const memoryCallIdStore = (draft: Draft): CallIdStore => ({
  byNames: async (_account, tracker, names) =>
    names.flatMap((name) => {
      const id = draft.state.callIds.get(keyOfCall(tracker, name));
      return id === undefined ? [] : { name, id };
    }),
  add: async (_account, tracker, names) => {
    const callIds = draft.writable(draft.state.callIds);
    for (const { name, id } of names) callIds.set(keyOfCall(tracker, name), id);
    draft.change({ callIds });
  },
  remove: async (_account, ids) => {
    const removed = new Set<number>(ids);
    draft.change({ callIds: new Map([...draft.state.callIds].filter(([, id]) => !removed.has(id))) });
  },
});

export const memoryCallImportStore = (draft: Draft): CallImportStore => ({
  byId: async (_account, id) => draft.state.callImports.get(id),
  page: async (_account, before, limit) =>
    [...draft.state.callImports.values()]
      .filter(({ id }) => id < before)
      .sort((a, b) => b.id - a.id)
      .slice(0, limit),
  save: async (_account, one) => draft.change({ callImports: new Map(draft.state.callImports).set(one.id, one) }),
  part: async (_account, id, position) => draft.state.callImportParts.get(id)?.[position],
  savePart: async (_account, id, part) => {
    const parts = [...(draft.state.callImportParts.get(id) ?? [])];
    parts[part.position] = part;
    draft.change({ callImportParts: new Map(draft.state.callImportParts).set(id, parts) });
  },
  forget: async (_account, before) => {
    const { callImports, callImportParts } = draft.state;
    const isRecent = (id: number) => (callImports.get(id)?.at ?? before) >= before;
    draft.change({ callImportParts: new Map([...callImportParts].filter(([id]) => isRecent(id))) });
  },
});

const keyOfCall = (tracker: string, name: string): string => `${tracker}:${name}`;

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

export const memoryListingMetricStore = (draft: Draft): ListingMetricStore => ({
  async all(_account, { after, limit }: Partial<ListingMetricPage> = {}) {
    const left = [...draft.state.listingMetrics.values()].filter((metric) => !after || inOrder(metric, after) > 0);
    return left.sort(inOrder).slice(0, limit);
  },
  byKeys: async (_account, keys) => keys.flatMap((key) => draft.state.listingMetrics.get(metricKeyText(key)) ?? []),
  ofLocation: async (_account, location) =>
    [...draft.state.listingMetrics.values()].filter(({ locationId }) => locationId === location),
  remove: async (_account, keys) => {
    const listingMetrics = draft.writable(draft.state.listingMetrics);
    for (const key of keys) listingMetrics.delete(metricKeyText(key));
    draft.change({ listingMetrics });
  },
  save: async (_account, metrics) => {
    const listingMetrics = draft.writable(draft.state.listingMetrics);
    for (const metric of metrics) listingMetrics.set(metricKeyText(metric), metric);
    draft.change({ listingMetrics });
  },
});

const inOrder = (a: ListingMetricKey, b: ListingMetricKey): number =>
  a.locationId - b.locationId || a.month - b.month || Number(a.type > b.type) - Number(a.type < b.type);
