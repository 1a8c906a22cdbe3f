import type { Renamed } from "../foundation/catalog/names.js";
import type { PublishedRecord, RecordPage, RecordStore } from "../foundation/feed/record-store.js";
import type { InvitedStore } from "../subjects/reviews/review-store.js";
import type { NpsSurvey, Review } from "../subjects/reviews/review.js";
import type { Draft, RecordName } from "./account-state.js";

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
export function pageOf<R extends PublishedRecord>(
  records: readonly R[],
  { after, limit, mentioning }: RecordPage,
): R[] {
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
