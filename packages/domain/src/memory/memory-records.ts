import type { Renamed } from "../foundation/catalog/names.js";
import type { PublishedRecord, RecordPage, RecordStore } from "../foundation/feed/publication.js";
import type { AccountId, AppointmentId } from "../foundation/kernel/ids.js";
import type { Cents } from "../foundation/kernel/numbers.js";
import type { NumberedKind } from "../foundation/records/record-type.js";
import type { Stores } from "../ports.js";
import { type Appointment, type AppointmentKey, keysOfAppointment } from "../subjects/appointments/appointment.js";
import { finds } from "../subjects/appointments/matching.js";
import type { ChannelOutcome } from "../subjects/campaigns/campaign-summary.js";
import {
  type Conversion,
  conversionKinds,
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
  isPlanned,
  keysOfInvite,
} from "../subjects/invites/invite.js";
import { type ListingMetricKey, type ListingMetricPage, metricKeyText } from "../subjects/listings/listing-metric.js";
import type { InvitedStore, NpsSurvey, Review } from "../subjects/reviews/review.js";
import type { EventCount, TrackerDirectory } from "../subjects/trackers/tracker.js";
import { isEnded, type Upload, type UploadDirectory } from "../subjects/uploads/upload.js";
import { submissionKeyText } from "../subjects/submissions/submission.js";
import { type AccountState, ascending, byNumber, type Draft, type Table, tableOf } from "./account-state.js";

/** Creates the stores of records, and of the values that are computed from records. */
export const recordStores = (draft: Draft) =>
  ({
    ids: idReader(draft),
    reviews: invitedStore(tableOf(draft, "reviews")),
    npsSurveys: invitedStore(tableOf(draft, "npsSurveys")),
    surveyResponses: recordStore(tableOf(draft, "surveyResponses")),
    invites: inviteStore(draft),
    appointments: appointmentStore(draft),
    conversions: conversionStore(draft),
    contacts: contactStore(draft),
    submissions: submissionStore(draft),
    callIds: callIdStore(draft),
    callImports: callImportStore(draft),
    uploads: uploadStore(draft),
    trackers: trackerStore(draft),
    trackerEvents: trackerEventStore(draft),
    spends: spendStore(draft),
    outcomes: outcomeStore(draft),
    listingMetrics: listingMetricStore(draft),
  }) satisfies Partial<Stores>;

const recordStore = <R extends PublishedRecord>(table: Table<R>): RecordStore<R> => ({
  ...byNumber(table),
  page: async (_account, { after, limit, mentioning }: RecordPage) =>
    table
      .rows((record) => record.id > after && (!mentioning || mentions(record, mentioning)))
      .sort(ascending)
      .slice(0, limit),
});

const invitedStore = <R extends Review | NpsSurvey>(table: Table<R>): InvitedStore<R> => ({
  ...recordStore(table),
  ofInvites: async (_account, invites) => table.rows(({ inviteId }) => inviteId !== null && invites.includes(inviteId)),
});

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

const idReader = (draft: Draft): Stores["ids"] => ({
  greatest: async (_account, kind) =>
    numbered[kind].flatMap((name) => tableOf(draft, name).rows()).reduce((max, { id }) => Math.max(max, id), 0),
});

const numbered: Readonly<Record<NumberedKind, readonly (NumberedKind | "callIds")[]>> = {
  appointments: ["appointments"],
  calls: ["callIds", "calls"],
  importAttempts: ["importAttempts"],
  invites: ["invites"],
  patientFiles: ["patientFiles"],
  submissions: ["submissions"],
  trackerEvents: ["trackerEvents"],
  uploads: ["uploads"],
};

function inviteStore(draft: Draft): Stores["invites"] {
  const invites = tableOf(draft, "invites");
  return {
    ...recordStore(invites),
    latest: async (_account, searches) => {
      const newestFirst = invites.rows().sort((a, b) => b.sentAt - a.sentAt || b.id - a.id);
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
      searches.map((search) => Math.min(100, invites.rows((one) => findsInvite(search, one)).length)),
    planned: async (_account, keys) => {
      const wanted = new Set(keys.map(textOfInviteKey));
      return invites.rows((one) => isPlanned(one) && keysOfInvite(one).some((key) => wanted.has(textOfInviteKey(key))));
    },
    waiting: async (_account, { until, limit }) =>
      invites
        .rows(({ isWaiting, sentAt }) => isWaiting && sentAt <= until)
        .sort((a, b) => a.sentAt - b.sentAt || a.id - b.id)
        .slice(0, limit),
    noteNextDue: async () => {},
  };
}

/** Finds the accounts with waiting invites among all committed states. */
export const memoryInviteDirectory = (states: ReadonlyMap<AccountId, AccountState>): InviteDirectory => ({
  due: async (now) =>
    [...states]
      .filter(([, { tables }]) => [...tables.invites.values()].some((one) => one.isWaiting && one.sentAt <= now))
      .map(([account]) => account),
});

const textOfInviteKey = ({ kind, value }: InviteKey): string => `${kind} ${value}`;

function appointmentStore(draft: Draft): Stores["appointments"] {
  const appointments = tableOf(draft, "appointments");
  return {
    ...recordStore(appointments),
    withKeys: async (_account, keys) => {
      const found = new Map<string, AppointmentId>();
      for (const one of appointments.rows()) {
        for (const key of [...keysOfAppointment(one), ...importKeysOf(one)])
          found.set(textOfAppointmentKey(key), one.id);
      }
      return keys.map((key) => found.get(textOfAppointmentKey(key)));
    },
    withContacts: async (_account, contacts) => {
      const latest = appointments.rows().sort((a, b) => byForm(b, a) || byTime(b, a));
      return contacts.map((contact) => {
        const found = latest.filter(({ phones, email }) => email === contact || phones.some((one) => one === contact));
        return found.slice(0, 20).map(({ id }) => id);
      });
    },
    first: async (_account, searches) =>
      searches.map((search) => {
        const found = appointments.rows((one) => finds(search, one));
        const ofForm = (form: string) => found.filter(({ at }) => typeof at === form);
        return ["number", "string"].flatMap((form) => ofForm(form).sort(byTime)[0] ?? []);
      }),
  };
}

const byForm = (a: Appointment, b: Appointment): number =>
  Number(typeof a.at === "string") - Number(typeof b.at === "string");

const byTime = (a: Appointment, b: Appointment): number => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1);

const textOfAppointmentKey = ({ kind, value }: AppointmentKey | MatchKey): string => `${kind} ${value}`;

function conversionStore(draft: Draft): Stores["conversions"] {
  const kinds = {
    call: recordStore(tableOf(draft, "calls")),
    submission: recordStore(tableOf(draft, "formConversions")),
  };
  const ofAppointment: Stores["conversions"]["ofAppointment"] = async (_account, appointment, limit, after) =>
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

const conversionsOf = ({ state: { tables } }: Draft): Conversion[] => [
  ...tables.calls.values(),
  ...tables.formConversions.values(),
];

const isOneOf = (ids: readonly AppointmentId[], id: AppointmentId | null): boolean => id !== null && ids.includes(id);

type Place = Pick<Conversion, "kind" | "id">;
const byKindAndId = (a: Place, b: Place): number => (a.kind === b.kind ? a.id - b.id : a.kind < b.kind ? -1 : 1);

const contactStore = (draft: Draft): Stores["contacts"] => ({
  earliest: async (_account, phones) => {
    const { invites, appointments } = draft.state.tables;
    const found = firstContacts(invites.values(), appointments.values());
    return new Map(phones.flatMap((phone) => (found.has(phone) ? [[phone, found.get(phone) as FirstContact]] : [])));
  },
});

function submissionStore(draft: Draft): Stores["submissions"] {
  const submissions = tableOf(draft, "submissions");
  return {
    ...recordStore(submissions),
    byKeys: async (_account, keys) => {
      const wanted = new Set(keys.map(submissionKeyText));
      return submissions.rows((one) => wanted.has(submissionKeyText(one)));
    },
    removeTests: async () => submissions.removeAll(({ isTest }) => isTest),
  };
}

function callIdStore(draft: Draft): Stores["callIds"] {
  const callIds = tableOf(draft, "callIds");
  return {
    byNames: async (_account, tracker, names) =>
      callIds.rows((one) => one.tracker === tracker && names.includes(one.name)).map(({ name, id }) => ({ name, id })),
    add: async (_account, tracker, names) => callIds.save(names.map((one) => ({ ...one, tracker }))),
    remove: async (_account, ids) => void callIds.removeAll(({ id }) => ids.includes(id)),
  };
}

function callImportStore(draft: Draft): Stores["callImports"] {
  const imports = tableOf(draft, "callImports");
  const parts = tableOf(draft, "callImportParts");
  return {
    byId: async (_account, id) => imports.get(id),
    page: async (_account, before, limit) =>
      imports
        .rows(({ id }) => id < before)
        .sort((a, b) => b.id - a.id)
        .slice(0, limit),
    save: async (_account, one) => imports.save([one]),
    part: async (_account, id, position) =>
      parts.rows(({ of, part }) => of === id && part.position === position)[0]?.part,
    savePart: async (_account, of, part) => parts.save([{ of, part }]),
    forget: async (_account, before) => void parts.removeAll(({ of }) => (imports.get(of)?.at ?? before) < before),
  };
}

function uploadStore(draft: Draft): Stores["uploads"] {
  const uploads = tableOf(draft, "uploads");
  const newestFirst = (found: readonly Upload[]) => [...found].sort((a, b) => b.id - a.id);
  return {
    byId: async (_account, id) => uploads.get(id),
    page: async (_account, before, limit) => newestFirst(uploads.rows(({ id }) => id < before)).slice(0, limit),
    ofFile: async (_account, sha256) => newestFirst(uploads.rows((one) => one.sha256 === sha256)),
    unfinished: async () => newestFirst(uploads.rows((one) => !isEnded(one))).reverse(),
    save: async (_account, one) => uploads.save([one]),
    forget: async (_account, before) => void uploads.removeAll((one) => isEnded(one) && one.receivedAt < before),
  };
}

/** Finds unfinished uploads among all committed states. */
export const memoryUploadDirectory = (
  states: ReadonlyMap<AccountId, AccountState>,
  isDisabled: (account: AccountId) => boolean,
): UploadDirectory => ({
  waiting: async () =>
    [...states]
      .flatMap(([account, { tables }]) => [...tables.uploads.values()].map((upload) => ({ account, upload })))
      .filter(({ upload }) => !isEnded(upload))
      .sort((a, b) => a.upload.receivedAt - b.upload.receivedAt || a.account - b.account || a.upload.id - b.upload.id)
      .map(({ account, upload: { id, content } }) => ({ account, id, content, accountDisabled: isDisabled(account) })),
});

function trackerStore(draft: Draft): Stores["trackers"] {
  const trackers = tableOf(draft, "trackers");
  return {
    byId: async (_account, id) => trackers.get(id),
    all: async () => trackers.rows().sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    save: async (_account, one) => trackers.save([one]),
    remove: async (_account, id) => trackers.remove([id]),
  };
}

function trackerEventStore(draft: Draft): Stores["trackerEvents"] {
  const events = tableOf(draft, "trackerEvents");
  return {
    byId: async (_account, id) => events.get(id),
    withDigest: async (_account, digest) => events.rows((one) => one.digest === digest)[0],
    ofCall: async (_account, tracker, name) => events.rows((one) => one.tracker === tracker && one.name === name),
    page: async (_account, tracker, before, limit) =>
      events
        .rows((one) => one.tracker === tracker && one.id < before)
        .sort((a, b) => b.id - a.id)
        .slice(0, limit),
    next: async (_account, { after, limit }) =>
      events
        .rows(({ id }) => id > after)
        .sort(ascending)
        .slice(0, limit),
    async counts() {
      const counts = new Map<string, EventCount>();
      for (const { tracker, state, receivedAt } of events.rows()) {
        const { count, last } = counts.get(`${tracker} ${state}`) ?? { count: 0, last: receivedAt };
        const latest = receivedAt > last ? receivedAt : last;
        counts.set(`${tracker} ${state}`, { tracker, state, count: count + 1, last: latest });
      }
      return [...counts.values()];
    },
    waiting: async () => events.rows(({ state }) => state === "waiting").length,
    save: async (_account, one) => events.save([one]),
    remove: async (_account, ids) => events.remove(ids),
    forget: async (_account, before) => void events.removeAll(({ receivedAt }) => receivedAt < before),
  };
}

/** Finds trackers and waiting events among all committed states. */
export const memoryTrackerDirectory = (
  states: ReadonlyMap<AccountId, AccountState>,
  isDisabled: (account: AccountId) => boolean,
): TrackerDirectory => {
  const enabled = () => [...states].filter(([account]) => !isDisabled(account));
  return {
    ownerOf: async (id) => enabled().find(([, { tables }]) => tables.trackers.get(id)?.removedAt === null)?.[0],
    waiting: async () =>
      enabled()
        .flatMap(([account, { tables }]) =>
          [...tables.trackerEvents.values()]
            .filter(({ state }) => state === "waiting")
            .sort((a, b) => a.receivedAt - b.receivedAt || a.id - b.id)
            .map(({ id, receivedAt }, place) => ({ account, id, receivedAt, place })),
        )
        .sort((a, b) => a.place - b.place || a.receivedAt - b.receivedAt || a.account - b.account)
        .slice(0, 100)
        .map(({ account, id }) => ({ account, id })),
  };
};

function spendStore(draft: Draft): Stores["spends"] {
  const spends = tableOf(draft, "spends");
  return {
    ...recordStore(spends),
    within: async (_account, first, last) => spends.rows(({ from, to }) => from <= last && to >= first),
  };
}

const outcomeStore = (draft: Draft): Stores["outcomes"] => ({
  ofChannels: async (_account, { from = -Infinity, to = Infinity }, channelOf) => {
    const channels = new Map<string, Conversion[]>();
    for (const one of conversionsOf(draft).filter(({ at }) => at >= from && at < to)) {
      channels.set(channelOf(one), [...(channels.get(channelOf(one)) ?? []), one]);
    }
    return [...channels].map(([channel, conversions]) => ({ channel, ...outcomeOf(draft, conversions) }));
  },
});

function outcomeOf({ state }: Draft, conversions: readonly Conversion[]): Omit<ChannelOutcome, "channel"> {
  const linked = conversions.filter(({ appointmentId }) => appointmentId !== null);
  const closing = linked.filter(({ closes }) => closes).map((one) => ({ one, of: appointmentOf(one) }));
  const unknown = closing.filter(({ of }) => of?.revenue === null);
  const isNew = ({ one }: { readonly one: Conversion }) => one.newPatient;
  return {
    conversions: conversions.length,
    appointments: closing.length,
    assists: new Set(linked.filter(({ closes }) => !closes).map(({ appointmentId }) => appointmentId)).size,
    newPatients: new Set(closing.filter(isNew).map(({ of }) => of && patientOf(of))).size,
    knownRevenue: closing.reduce((sum, { of }) => sum + (of?.revenue ?? 0), 0) as Cents,
    unknownOfNew: unknown.filter(isNew).length,
    unknownOfOthers: unknown.filter((pair) => !isNew(pair)).length,
  };

  function appointmentOf({ appointmentId }: Conversion): Appointment | undefined {
    return appointmentId === null ? undefined : state.tables.appointments.get(appointmentId);
  }
}

/** Returns the best available identifier of an appointment's patient. */
function patientOf({ id, patientId, phones, patientName }: Appointment): string {
  if (patientId !== null) return `id ${patientId}`;
  if (phones.length > 0) return `phone ${JSON.stringify(phones)}`;
  return patientName === null ? `appointment ${id}` : `name ${patientName}`;
}

function listingMetricStore(draft: Draft): Stores["listingMetrics"] {
  const metrics = tableOf(draft, "listingMetrics");
  return {
    all: async (_account, { after, limit }: Partial<ListingMetricPage> = {}) =>
      metrics
        .rows((metric) => !after || inOrder(metric, after) > 0)
        .sort(inOrder)
        .slice(0, limit),
    byKeys: async (_account, keys) => metrics.among(keys.map(metricKeyText)),
    ofLocation: async (_account, location) => metrics.rows(({ locationId }) => locationId === location),
    remove: async (_account, keys) => metrics.remove(keys.map(metricKeyText)),
    save: async (_account, saved) => metrics.save(saved),
  };
}

const inOrder = (a: ListingMetricKey, b: ListingMetricKey): number =>
  a.locationId - b.locationId || a.month - b.month || Number(a.type > b.type) - Number(a.type < b.type);
