import { noneRenamed, type Renamed } from "../catalog/names.js";
import type { RecordPage } from "../feed/record-store.js";
import type { AccountId } from "../kernel/ids.js";
import type { LineShape } from "../kernel/line-shape.js";
import type { Looking, Mention } from "./record-type.js";

/** By kind of catalog record: the member of `Renamed` with its ids, and the member with which records refer to it. */
const members = {
  location: ["locationIds", "locationId"],
  provider: ["providerIds", "providerId"],
  platform: ["platformIds", "platformId"],
  message: ["messageIds", "messageId"],
  survey: ["surveyIds", "surveyId"],
  campaign: ["campaignIds", "campaignId"],
} as const satisfies Record<string, readonly [keyof Renamed, string]>;

type Mentioned = keyof typeof members;

type PageOf<Reads> = (stores: Reads, account: AccountId, page: RecordPage) => Promise<readonly { id: number }[]>;

/** Record type that refers to catalog records. */
type Mentioning<Reads> = {
  readonly kind: string;
  readonly mentions: readonly Mentioned[];
  readonly page: PageOf<Reads>;
};

const pageSize = 1_000;

/** Returns the kinds of catalog records that a bundle line can refer to. */
export function mentionedIn(shape: LineShape): readonly Mentioned[] {
  const referred = new Set(Object.values(shape).map(({ refersTo }) => refersTo));
  return (Object.keys(members) as Mentioned[]).filter((kind) => referred.has(kind));
}

/**
 * Finds stored records that refer to a record to be deleted. Ignores records that are also in the bundle.
 *
 * Stops when it has found one reference to each record to be deleted.
 */
export function recordMentions<Reads>(mentioning: Mentioning<Reads>) {
  return async function* (looking: Looking<Reads>): AsyncGenerator<Mention> {
    const { kind: by } = mentioning;
    for await (const records of pagesOf(mentioning, looking)) {
      for (const record of records) {
        if (looking.lineOf(by, record.id) === undefined) yield* mentionsOf(record, mentioning, looking);
      }
    }
  };
}

function* mentionsOf(
  record: { id: number },
  { kind: by, mentions }: Mentioning<never>,
  { left }: Looking<unknown>,
): Generator<Mention> {
  const values: Readonly<Record<string, unknown>> = { ...record };
  for (const kind of mentions) {
    const id = values[members[kind][1]] as number;
    if (left(kind).has(id)) yield { kind, id, by: `${by} ${record.id}` };
  }
}

async function* pagesOf<Reads>({ mentions, page }: Mentioning<Reads>, { left, read }: Looking<Reads>) {
  for (let after = 0; ;) {
    const requested = mentions.filter((kind) => left(kind).size > 0);
    if (requested.length === 0) return;
    const ids: Partial<Renamed> = Object.fromEntries(requested.map((kind) => [members[kind][0], [...left(kind)]]));
    const mentioning = { ...noneRenamed, ...ids };
    const records = await read((stores, account) => page(stores, account, { after, limit: pageSize, mentioning }));
    yield records;
    after = records.at(-1)?.id ?? after;
    if (records.length < pageSize) return;
  }
}
