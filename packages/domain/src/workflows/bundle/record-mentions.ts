import type { AppointmentStore } from "../../subjects/appointments/appointment-store.js";
import type { SpendStore } from "../../subjects/campaigns/spend-store.js";
import type { Renamed } from "../../foundation/catalog/names.js";
import { noneRenamed } from "../../foundation/catalog/names.js";
import type { ConversionStore } from "../../subjects/conversions/conversion-store.js";
import type { RecordPage } from "../../foundation/feed/record-store.js";
import type { InviteStore } from "../../subjects/invites/invite-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { NpsSurveyStore, ReviewStore } from "../../subjects/reviews/review-store.js";
import type { SurveyResponseStore } from "../../subjects/surveys/survey-response-store.js";
import type { BundleKind } from "./bundle-kinds.js";
import type { DeletedRecords, LineOf } from "./deleted-records.js";

/** A record that is to be taken out, and what mentions it. */
export type Mention = { readonly kind: string; readonly id: number; readonly by: string };

/** Records that may mention the catalog. */
export type MentioningStores = {
  readonly reviews: Pick<ReviewStore, "page">;
  readonly npsSurveys: Pick<NpsSurveyStore, "page">;
  readonly invites: Pick<InviteStore, "page">;
  readonly surveyResponses: Pick<SurveyResponseStore, "page">;
  readonly appointments: Pick<AppointmentStore, "page">;
  readonly conversions: Pick<ConversionStore, "page">;
  readonly spends: Pick<SpendStore, "page">;
};

type PageOf = (stores: MentioningStores, account: AccountId, page: RecordPage) => Promise<readonly { id: number }[]>;

/** By which members records mention what kinds of the catalog. */
const members = {
  location: ["locationIds", "locationId"],
  provider: ["providerIds", "providerId"],
  platform: ["platformIds", "platformId"],
  message: ["messageIds", "messageId"],
  survey: ["surveyIds", "surveyId"],
  campaign: ["campaignIds", "campaignId"],
} as const satisfies Record<string, readonly [keyof Renamed, string]>;

type Mentioned = keyof typeof members;

type MentioningKind = { readonly mentions: readonly Mentioned[]; readonly page: PageOf };

/** Conversions have location and provider of their appointments, which are looked at themselves. */
const kinds: Readonly<Partial<Record<BundleKind, MentioningKind>>> = {
  review: {
    mentions: ["location", "provider", "platform"],
    page: ({ reviews }, account, page) => reviews.page(account, page),
  },
  nps_survey: {
    mentions: ["location", "provider", "platform"],
    page: ({ npsSurveys }, account, page) => npsSurveys.page(account, page),
  },
  invite: {
    mentions: ["location", "provider", "platform", "message"],
    page: ({ invites }, account, page) => invites.page(account, page),
  },
  survey_response: {
    mentions: ["location", "provider", "survey"],
    page: ({ surveyResponses }, account, page) => surveyResponses.page(account, page),
  },
  appointment: {
    mentions: ["location", "provider"],
    page: ({ appointments }, account, page) => appointments.page(account, page),
  },
  call: {
    mentions: ["campaign"],
    page: ({ conversions }, account, page) => conversions.page(account, "call", page),
  },
  submission: {
    mentions: ["campaign"],
    page: ({ conversions }, account, page) => conversions.page(account, "submission", page),
  },
  spend: { mentions: ["campaign"], page: ({ spends }, account, page) => spends.page(account, page) },
};

const pageSize = 1_000;

type Looking = {
  readonly deleted: DeletedRecords;
  readonly lineOf: LineOf;
  readonly read: <T>(work: (stores: MentioningStores, account: AccountId) => Promise<T>) => Promise<T>;
};

/** Ids of which no mention was found yet. */
type Left = ReadonlyMap<Mentioned, Set<number>>;

/** What is stored that mentions something to be taken out, and is no part of the bundle; ends early where all is mentioned. */
export async function* recordsMentioning(looking: Looking): AsyncGenerator<Mention> {
  const { deleted, lineOf } = looking;
  const ids = (Object.keys(members) as Mentioned[]).map((kind) => [kind, new Set(deleted.ids.get(kind))] as const);
  const left: Left = new Map(ids);
  for (const [by, mentioning] of Object.entries(kinds)) {
    for await (const records of pagesOf(mentioning, left, looking)) {
      const staying = records.filter(({ id }) => lineOf(by, id) === undefined);
      for (const record of staying) yield* mentionsOf(record, by, mentioning, left);
    }
  }
}

function* mentionsOf(record: { id: number }, by: string, { mentions }: MentioningKind, left: Left): Generator<Mention> {
  const values: Readonly<Record<string, unknown>> = { ...record };
  for (const kind of mentions) {
    const id = values[members[kind][1]] as number;
    if (left.get(kind)?.delete(id)) yield { kind, id, by: `${by} ${record.id}` };
  }
}

async function* pagesOf({ mentions, page }: MentioningKind, left: Left, { read }: Looking) {
  for (let after = 0; ;) {
    const asked = mentions.filter((kind) => (left.get(kind)?.size ?? 0) > 0);
    if (asked.length === 0) return;
    const mentioning = { ...noneRenamed, ...idsOf(asked, left) };
    const records = await read((stores, account) => page(stores, account, { after, limit: pageSize, mentioning }));
    yield records;
    after = records.at(-1)?.id ?? after;
    if (records.length < pageSize) return;
  }
}

const idsOf = (asked: readonly Mentioned[], left: Left): Partial<Renamed> =>
  Object.fromEntries(asked.map((kind) => [members[kind][0], [...(left.get(kind) ?? [])]]));
