import type { CampaignId, LocationId, MessageId, PlatformId, ProviderId } from "../kernel/ids.js";
import { sameValue } from "../kernel/json.js";
import { rememberedOf } from "../kernel/lookup-tables.js";
import type { AnswerKeys, Catalog, CatalogPart, Survey } from "./catalog.js";

/** Values of a location or provider that are shown in list items. Empty if the record is unknown. */
type Mention = { readonly name: string | null; readonly externalIds: readonly string[] };
type LocationMention = Mention & { readonly state: string | null };
type ProviderMention = Mention & { readonly npi: string | null };
type CampaignMention = {
  readonly name: string | null;
  readonly channel: string | null;
  readonly source: string | null;
};

/** Looks up the catalog values that are shown in list items. */
export type Names = {
  location(id: LocationId | null): LocationMention;
  provider(id: ProviderId | null): ProviderMention;
  message(id: MessageId | null): string | null;
  survey(id: PlatformId): Survey | undefined;
  answerKeys(id: PlatformId): AnswerKeys | undefined;
  /** Returns the name of the survey if the platform is a survey, otherwise the name of the platform. */
  platform(id: PlatformId | null): string | null;
  campaign(id: CampaignId | null): CampaignMention;
  /** Returns the ids of the groups that contain the location or the provider, in ascending order. */
  groups(location: LocationId | null, provider: ProviderId | null): readonly number[];
};

const unmentioned = { name: null, externalIds: [], state: null, npi: null };
const noCampaign = { name: null, channel: null, source: null };

/** Catalog parts with values that are shown in list items. */
export const namedParts = [
  "locations",
  "providers",
  "groups",
  "platforms",
  "surveys",
  "messages",
  "campaigns",
  "answerKeys",
] as const satisfies CatalogPart[];

type Named = Pick<Catalog, (typeof namedParts)[number]>;

export function namesOf(catalog: Named): Names {
  const locations = byId(catalog.locations);
  const providers = byId(catalog.providers);
  const platforms = byId(catalog.platforms);
  const surveys = byId(catalog.surveys);
  const messages = byId(catalog.messages);
  const campaigns = byId(catalog.campaigns);
  const answerKeys = byId(catalog.answerKeys);
  const { locationIds, providerIds } = memberships(catalog.groups);
  const none: readonly number[] = [];
  return {
    location: (id) => (id !== null && locations.get(id)) || unmentioned,
    provider: (id) => (id !== null && providers.get(id)) || unmentioned,
    message: (id) => (id === null ? undefined : messages.get(id)?.name) ?? null,
    survey: (id) => surveys.get(id),
    answerKeys: (id) => answerKeys.get(id),
    platform: (id) => (id === null ? undefined : (surveys.get(id) ?? platforms.get(id))?.name) ?? null,
    campaign: (id) => (id !== null && campaigns.get(id)) || noCampaign,
    groups: (location, provider) =>
      union((location && locationIds.get(location)) || none, (provider && providerIds.get(provider)) || none),
  };
}

/** Ids of catalog records whose displayed values have changed. */
export type Renamed = {
  readonly locationIds: readonly number[];
  readonly providerIds: readonly number[];
  readonly platformIds: readonly number[];
  readonly messageIds: readonly number[];
  /** Ids of surveys with a new name or changed questions. */
  readonly surveyIds: readonly number[];
  readonly campaignIds: readonly number[];
};

/** Compares two versions of a catalog. Considers only values that are shown in list items. */
export function renamedBetween(before: Named, after: Named): Renamed {
  return {
    locationIds: changed(mentionedLocations(before), mentionedLocations(after)),
    providerIds: changed(mentionedProviders(before), mentionedProviders(after)),
    platformIds: changed(platformNames(before), platformNames(after)),
    messageIds: changed(messageNames(before), messageNames(after)),
    surveyIds: changed(byId(before.surveys), byId(after.surveys)),
    campaignIds: changed(mentionedCampaigns(before), mentionedCampaigns(after)),
  };
}

/** Comparison result without any changed records. */
export const noneRenamed: Renamed = {
  locationIds: [],
  providerIds: [],
  platformIds: [],
  messageIds: [],
  surveyIds: [],
  campaignIds: [],
};

/** True if a comparison found no changed records. */
export const nothingRenamed = (renamed: Renamed): boolean => Object.values(renamed).every(({ length }) => length === 0);

const recordsById = rememberedOf(
  (records: readonly { readonly id: number }[]): ReadonlyMap<number, unknown> =>
    new Map(records.map((record) => [record.id, record])),
);

/** Returns the records of a part of the catalog by id. Indexes each array of records only once. */
export const byId = <Id extends number, R extends { readonly id: Id }>(records: readonly R[]) =>
  recordsById(records) as ReadonlyMap<Id, R>;

type Memberships = Readonly<Record<"locationIds" | "providerIds", ReadonlyMap<number, readonly number[]>>>;

/** Returns the ids of the groups that contain each location and each provider. */
const memberships = rememberedOf((groups: Named["groups"]): Memberships => {
  const found = { locationIds: new Map<number, number[]>(), providerIds: new Map<number, number[]>() };
  for (const group of groups) {
    for (const members of ["locationIds", "providerIds"] as const) {
      for (const member of group[members]) {
        found[members].set(member, [...(found[members].get(member) ?? []), group.id]);
      }
    }
  }
  return found;
});

function union(some: readonly number[], others: readonly number[]): readonly number[] {
  if (others.length === 0) return some;
  if (some.length === 0) return others;
  return [...new Set([...some, ...others])].sort((a, b) => a - b);
}

function mentionedLocations({ locations, groups }: Named) {
  const { locationIds } = memberships(groups);
  return mapOf(locations, ({ id, name, externalIds, state }) => [name, externalIds, state, locationIds.get(id) ?? []]);
}

function mentionedProviders({ providers, groups }: Named) {
  const { providerIds } = memberships(groups);
  return mapOf(providers, ({ id, name, externalIds, npi }) => [name, externalIds, npi, providerIds.get(id) ?? []]);
}

const messageNames = ({ messages }: Named) => mapOf(messages, ({ name }) => name);

const mentionedCampaigns = ({ campaigns }: Named) =>
  mapOf(campaigns, ({ name, channel, source }) => [name, channel, source]);

const platformNames = ({ platforms, surveys }: Named): ReadonlyMap<number, string> =>
  new Map([...platforms, ...surveys].map(({ id, name }) => [id, name]));

const mapOf = <R extends { readonly id: number }>(records: readonly R[], value: (record: R) => unknown) =>
  new Map<number, unknown>(records.map((record) => [record.id, value(record)]));

/** Returns the ids of changed records. Skips new records because no item refers to them yet. */
const changed = (before: ReadonlyMap<number, unknown>, after: ReadonlyMap<number, unknown>): readonly number[] =>
  [...after].filter(([id, value]) => before.has(id) && !sameValue(before.get(id), value)).map(([id]) => id);
