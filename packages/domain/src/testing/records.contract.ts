import type { Renamed } from "../foundation/catalog/names.js";
import { newBulk, type PublishedRecord, type RecordPage, type RecordStore } from "../foundation/feed/publication.js";
import type { AccountId, AnyId, InviteId } from "../foundation/kernel/ids.js";
import { hour, plus } from "../foundation/kernel/times.js";
import type { Stores } from "../ports.js";
import type { Invite } from "../subjects/invites/invite.js";
import type { InvitedStore, NpsSurvey, Review } from "../subjects/reviews/review.js";
import type { SurveyResponse } from "../subjects/surveys/survey-response.js";
import {
  aCampaign,
  aLocation,
  aMessage,
  anInvite,
  anNpsSurvey,
  aPlatform,
  aProvider,
  aReview,
  aSurvey,
  aSurveyResponse,
  at,
  locationId,
  platformId,
  providerId,
} from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

/** Test data for the contract of one kind of record. */
type RecordSample<R extends PublishedRecord> = {
  /** Plural name of the kind of record, such as `reviews`. */
  readonly name: string;
  store(stores: Stores): RecordStore<R>;
  /** Creates a record with the given values. */
  make(overrides: { readonly id: number } & Readonly<Record<string, unknown>>): R;
  /** Records that cover known values, unknown values, and values that are difficult to store, for each field. */
  readonly samples: readonly R[];
  /** Fields of the record that contain ids of renamed objects. */
  readonly mentions: Readonly<Partial<Record<keyof Renamed, string>>>;
};

/** Empty set of renamed objects. */
export const nothing: Renamed = {
  locationIds: [],
  providerIds: [],
  platformIds: [],
  messageIds: [],
  surveyIds: [],
  campaignIds: [],
};

export function recordsContract<R extends PublishedRecord>(fresh: Fresh, sample: RecordSample<R>): void {
  const { name, store, make, samples, mentions } = sample;
  describe(name, () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...records: R[]) =>
      open.storage.transact(account, async (stores) => {
        await stores.catalog.save(account, {
          locations: [aLocation(), aLocation({ id: locationId(2) })],
          providers: [aProvider(), aProvider({ id: providerId(11) })],
          platforms: [
            aPlatform(),
            aPlatform({ id: platformId(4), isSurvey: true }),
            aPlatform({ id: platformId(5), isSurvey: true }),
          ],
          surveys: [aSurvey(), aSurvey({ id: platformId(5) })],
          messages: [aMessage(), aMessage({ id: 41 as never })],
          campaigns: [aCampaign(), aCampaign({ id: 8 as never })],
        });
        await store(stores).save(account, records);
      });
    const byIds = (account: AccountId, ...ids: number[]) =>
      open.storage.transact(account, (stores) => store(stores).byIds(account, ids as AnyId[]));
    const pageIds = async (page: RecordPage) =>
      (await open.storage.transact(open.mine, (stores) => store(stores).page(open.mine, page))).map(
        ({ id }) => id as number,
      );

    it("are returned with all fields, known and unknown", async () => {
      await save(open.mine, ...samples);
      const found = await byIds(open.mine, ...samples.map(({ id }) => id), 404);
      expect(found).toHaveLength(samples.length);
      expect(found).toEqual(expect.arrayContaining([...samples]));
      expect(await byIds(open.mine)).toEqual([]);
    });

    it("are replaced completely by id", async () => {
      for (const one of samples) {
        await save(open.mine, { ...one, id: 7 as AnyId });
        expect(await byIds(open.mine, 7)).toEqual([{ ...one, id: 7 }]);
      }
    });

    it("are paged by numeric id without duplicates", async () => {
      await save(open.mine, ...[100, 9, 20, 3].map((id) => make({ id })));
      expect(await pageIds({ after: 0, limit: 3 })).toEqual([3, 9, 20]);
      expect(await pageIds({ after: 20, limit: 3 })).toEqual([100]);
      expect(await pageIds({ after: 100, limit: 3 })).toEqual([]);
    });

    it.each(Object.entries(mentions))("are found by %s that they mention", async (renamed, member) => {
      const known = {
        locationIds: [1, 2],
        providerIds: [10, 11],
        platformIds: [3, 4],
        messageIds: [40, 41],
        surveyIds: [4, 5],
        campaignIds: [7, 8],
      };
      const [first, second] = known[renamed as keyof Renamed];
      await save(open.mine, ...[1, 2, 3].map((id) => make({ id, [member]: id === 2 ? second : first })));
      expect(await pageIds({ after: 0, limit: 9, mentioning: nothing })).toEqual([]);
      expect(await pageIds({ after: 0, limit: 9, mentioning: { ...nothing, [renamed]: [second] } })).toEqual([2]);
      expect(await pageIds({ after: 1, limit: 1, mentioning: { ...nothing, [renamed]: [first, second] } })).toEqual([
        2,
      ]);
    });

    it("are paged for their account only", async () => {
      await save(open.mine, make({ id: 1 }));
      await save(open.other, make({ id: 2 }), make({ id: 3 }));
      const everything = {
        locationIds: [1],
        providerIds: [10],
        platformIds: [3, 4],
        messageIds: [40],
        surveyIds: [4],
        campaignIds: [7],
      };
      expect(await pageIds({ after: 0, limit: 9 })).toEqual([1]);
      expect(await pageIds({ after: 0, limit: 9, mentioning: everything })).toEqual([1]);
    });

    it("are deleted by id for their account only", async () => {
      const all = [make({ id: 1 }), make({ id: 2 }), make({ id: 3 })];
      await save(open.mine, ...all);
      await save(open.other, ...all);
      await open.storage.transact(open.mine, (stores) => store(stores).remove(open.mine, [1, 3, 404] as AnyId[]));
      expect(await byIds(open.mine, 1, 2, 3)).toEqual([all[1]]);
      expect(await byIds(open.other, 1, 2, 3)).toHaveLength(3);
    });

    it("belong to one account, even with equal ids", async () => {
      const [one, other] = [make({ id: 5 }), { ...samples[0], id: 5 as AnyId } as R];
      await save(open.mine, one);
      await save(open.other, other);
      expect(await byIds(open.mine, 5)).toEqual([one]);
      expect(await byIds(open.other, 5)).toEqual([other]);
    });
  });
}

const sparse = {
  locationId: null,
  providerId: null,
  rating: null,
  comment: null,
  reviewer: null,
  inviteId: 77 as InviteId,
  extras: { visit: "new", "Où?": 'là\n"ici"' },
};
const fraction = { rating: 4.5, comment: "", reviewer: "Zoë 🙂", createdAt: at("1999-12-31T23:59:59Z") };
const mentions = { locationIds: "locationId", providerIds: "providerId", platformIds: "platformId" };

export function reviewsContract(fresh: Fresh): void {
  recordsContract<Review>(fresh, {
    name: "reviews",
    store: ({ reviews }) => reviews,
    make: (overrides) => aReview(overrides as Partial<Review>),
    samples: [aReview({ ...sparse, id: 9 as never }), aReview({ ...fraction, id: 10 as never })],
    mentions,
  });
  recordsContract<NpsSurvey>(fresh, {
    name: "NPS surveys",
    store: ({ npsSurveys }) => npsSurveys,
    make: (overrides) => anNpsSurvey(overrides as Partial<NpsSurvey>),
    samples: [
      anNpsSurvey({ ...sparse, id: 9 as never, npsRating: 0, questionId: null }),
      anNpsSurvey({ ...fraction, id: 10 as never, npsRating: 10, questionId: "Would you?" }),
    ],
    mentions,
  });
  invitedContract<Review>(fresh, "reviews", ({ reviews }) => reviews, aReview);
  invitedContract<NpsSurvey>(fresh, "NPS surveys", ({ npsSurveys }) => npsSurveys, anNpsSurvey);
}

function invitedContract<R extends Review | NpsSurvey>(
  fresh: Fresh,
  name: string,
  storeOf: (stores: Stores) => InvitedStore<R>,
  make: (overrides: { readonly id: never; readonly inviteId: InviteId | null }) => R,
): void {
  describe(`${name} that invites led to`, () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...invites: (number | null)[]) =>
      open.storage.transact(account, async (stores) => {
        const catalog = { locations: [aLocation()], providers: [aProvider()], platforms: [aPlatform()] };
        await stores.catalog.save(account, catalog);
        const records = invites.map((inviteId, index) =>
          make({ id: (index + 1) as never, inviteId: inviteId as never }),
        );
        await storeOf(stores).save(account, records);
      });
    const ofInvites = async (...invites: number[]) => {
      const find = (stores: Stores) => storeOf(stores).ofInvites(open.mine, invites as InviteId[]);
      return (await open.storage.transact(open.mine, find)).map(({ id }) => id as number).sort((a, b) => a - b);
    };

    it("are found only by these invites", async () => {
      await save(open.mine, 5, null, 6, 5);
      await save(open.other, 5, 5, 5, 5, 5, 5);
      expect(await ofInvites(5)).toEqual([1, 4]);
      expect(await ofInvites(6, 5, 404)).toEqual([1, 3, 4]);
      expect(await ofInvites()).toEqual([]);
    });
  });
}

export function surveyResponsesContract(fresh: Fresh): void {
  recordsContract<SurveyResponse>(fresh, {
    name: "survey responses",
    store: ({ surveyResponses }) => surveyResponses,
    make: (overrides) => aSurveyResponse(overrides as Partial<SurveyResponse>),
    samples: [
      aSurveyResponse({
        id: 9 as never,
        appointmentDate: null,
        contact: null,
        locationId: null,
        providerId: null,
        patientId: null,
        patientFirst: null,
        patientLast: null,
        answers: {},
      }),
      aSurveyResponse({
        id: 10 as never,
        patientFirst: "Zoë 🙂",
        answers: { q1: "", q2: ["1", "3"], q3: [], "Où?": 'là\n"ici"', ["__proto__"]: "4", constructor: "5" },
        comments: { ["__proto__"]: "polite", q9: "gone" },
        extras: { visit: "new" },
      }),
    ],
    mentions: { locationIds: "locationId", providerIds: "providerId", surveyIds: "surveyId" },
  });
}

export function invitesContract(fresh: Fresh): void {
  recordsContract<Invite>(fresh, {
    name: "invites",
    store: ({ invites }) => invites,
    make: (overrides) => anInvite(overrides as Partial<Invite>),
    samples: [
      anInvite({
        id: 9 as never,
        sentBy: "",
        customerName: null,
        locationId: null,
        providerId: null,
        messageId: null,
        platformId: null,
        openedAt: null,
        clicks: [],
        reviewRating: null,
      }),
      anInvite({
        id: 10 as never,
        type: "email",
        sentTo: "zoë+x@example.com",
        phone: null,
        openedAt: at("2026-03-01T00:00:00Z"),
        clicks: [
          { at: at("2026-03-01T00:01:00Z"), name: "Google" },
          { at: at("2026-03-01T00:01:00Z"), name: 'a "b"' },
        ],
        proceededToReview: true,
        reviewRating: 4.5,
        status: "opened",
        extras: { "Où?": "là" },
        patientId: "MRN-5",
        visit: "main\nA-77",
      }),
      anInvite({ id: 11 as never, isWaiting: true }),
    ],
    mentions: {
      locationIds: "locationId",
      providerIds: "providerId",
      platformIds: "platformId",
      messageIds: "messageId",
    },
  });

  describe("waiting invites", () => {
    const open = freshStorage(fresh);
    const inHours = (hours: number) => plus(open.start, hours * hour);
    const waiting = (id: number, hours: number): Invite => ({
      ...anInvite({ id: id as InviteId, sentAt: inHours(hours), isWaiting: true }),
      ...{ locationId: null, providerId: null, messageId: null, platformId: null },
    });
    const save = (invites: readonly Invite[], account = open.mine) =>
      open.storage.transact(account, (stores) => stores.invites.save(account, invites));
    const noteNext = (account = open.mine) =>
      open.storage.transact(account, (stores) => stores.invites.noteNextDue(account));
    const idsUntil = (hours: number, limit = 10) =>
      open.storage.transact(open.mine, async ({ invites }) => {
        const found = await invites.waiting(open.mine, { until: inHours(hours), limit });
        return found.map(({ id }) => id as number);
      });
    const due = (hours: number) => open.storage.invites.due(inHours(hours));

    it("are found by planned time, earliest first, for their account only", async () => {
      await save([waiting(1, 3), waiting(2, 1), { ...waiting(3, 1), isWaiting: false }, waiting(4, 1), waiting(5, 4)]);
      await save([waiting(6, 1)], open.other);
      expect(await idsUntil(3)).toEqual([2, 4, 1]);
      expect(await idsUntil(3, 2)).toEqual([2, 4]);
      expect(await idsUntil(0)).toEqual([]);
    });

    it("are found even before their keys are added", async () => {
      await open.storage.transact(open.mine, ({ invites }) => invites.save(open.mine, [waiting(1, 2)], newBulk()));
      expect(await idsUntil(2)).toEqual([1]);
      expect(await due(2)).toEqual([open.mine]);
    });

    it("make their account due at the earliest planned time", async () => {
      await save([waiting(1, 3), waiting(2, 2)]);
      await save([waiting(3, 5)]);
      await save([waiting(4, 1)], open.other);
      expect(await due(0)).toEqual([]);
      expect(await due(1)).toEqual([open.other]);
      expect([...(await due(2))].sort()).toEqual([open.mine, open.other].sort());
    });

    it("make their account due later or not at all, once the next due time is saved", async () => {
      await save([waiting(1, 2), waiting(2, 4)]);
      await save([{ ...waiting(1, 2), isWaiting: false }]);
      await noteNext();
      expect(await due(3)).toEqual([]);
      expect(await due(4)).toEqual([open.mine]);
      await open.storage.transact(open.mine, ({ invites }) => invites.remove(open.mine, [2 as InviteId]));
      await noteNext();
      expect(await due(1_000)).toEqual([]);
      await save([waiting(3, 6)]);
      expect(await due(6)).toEqual([open.mine]);
    });
  });
}
