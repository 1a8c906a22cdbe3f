import type { ItemKeys } from "../kernel/ids.js";
import type {
  Campaign,
  Catalog,
  CatalogPart,
  Group,
  Listing,
  Location,
  Message,
  MessageText,
  Platform,
  Provider,
} from "./catalog.js";

/** Defines a catalog list. `from` names the catalog parts to read. The first part contains the listed records. */
const rendered = <Part extends CatalogPart, Item extends { readonly id: number }>(
  from: readonly [Part, ...Part[]],
  items: (records: Pick<Catalog, Part>) => readonly Item[],
) => ({ from, items });

/** Lists that are rendered from an account's catalog. The comments describe the use cases of the same names. */
export const catalogLists = {
  /** Lists the locations. */
  locations: rendered(["locations"], ({ locations }) => locations.map(locationItem)),
  /** Lists the providers. */
  providers: rendered(["providers"], ({ providers }) => providers.map(providerItem)),
  /** Lists the review platforms and surveys. */
  platforms: rendered(["platforms"], ({ platforms }) => platforms.map(platformItem)),
  /** Lists the message templates for invites. */
  messages: rendered(["messages"], ({ messages }) => messages.map(messageItem)),
  /** Lists the groups with their locations, providers and listings. */
  groups: rendered(["groups", "locations", "providers", "listings"], (records) =>
    records.groups.map((group) => groupItem(group, records)),
  ),
  /** Lists the ids and names of the surveys. */
  "surveys-list": rendered(["platforms", "surveys"], surveyItems),
  /** Lists the campaigns with their tracking numbers. */
  "campaign-catalog": rendered(["campaigns"], ({ campaigns }) => campaigns.map(campaignItem)),
};

type CatalogLists = typeof catalogLists;

/** Types of the items of each catalog list. */
export type CatalogItems = { readonly [List in keyof CatalogLists]: ReturnType<CatalogLists[List]["items"]>[number] };

/** Item of the list of locations. */
export type LocationItem = ItemKeys & {
  readonly id: number;
  readonly location_name: string;
  /** Ids of the location in external systems. */
  readonly external_location_ids: readonly string[];
};

const locationItem = ({ id, name, externalIds }: Location): LocationItem => ({
  id,
  location_name: name,
  external_location_ids: externalIds,
});

/** Item of the list of providers. */
export type ProviderItem = ItemKeys & {
  readonly id: number;
  readonly name: string;
  /** National Provider Identifier, ten digits. `null` if unknown. */
  readonly npi: string | null;
  /** Ids of the provider in external systems. */
  readonly external_provider_ids: readonly string[];
};

const providerItem = ({ id, name, npi, externalIds }: Provider): ProviderItem => ({
  id,
  name,
  npi,
  external_provider_ids: externalIds,
});

/** Item of the list of platforms, which also contains the surveys. */
export type PlatformItem = ItemKeys & {
  readonly id: number;
  readonly name: string;
  readonly is_survey: boolean;
  /** True if the platform is in use. Absent for surveys. */
  readonly active?: boolean;
};

const platformItem = ({ id, name, isSurvey, active }: Platform): PlatformItem => ({
  id,
  name,
  is_survey: isSurvey,
  ...(!isSurvey && { active: active ?? true }),
});

/** Item of the list of message templates. */
export type MessageItem = ItemKeys & {
  readonly id: number;
  readonly name: string;
  /** Message texts, by language code. */
  readonly languages: Readonly<Record<string, MessageText>>;
};

const messageItem = ({ id, name, languages }: Message): MessageItem => ({ id, name, languages });

/** Item of the list of groups. */
export type GroupItem = ItemKeys & {
  readonly id: number;
  readonly name: string;
  readonly providers: readonly {
    readonly id: number;
    readonly name: string;
    readonly external_provider_ids: readonly string[];
  }[];
  readonly locations: readonly GroupLocation[];
};

/** Location of a group, with the listings of providers at this location. */
export type GroupLocation = {
  readonly id: number;
  readonly name: string;
  /** Postal address on one line. `null` if unknown. */
  readonly formatted: string | null;
  readonly external_location_ids: readonly string[];
  readonly children: readonly GroupChild[];
};

/** Listing of a provider. `formated` and `formatted` are both its address, or `null` if the address is unknown. */
export type GroupChild = {
  readonly id: number;
  readonly name: string;
  readonly formatted: string | null;
  readonly formated: string | null;
  readonly provider_id: number;
};

/** Renders a group as a list item, with its providers, its locations and the listings at these locations. */
function groupItem(group: Group, catalog: Pick<Catalog, "locations" | "providers" | "listings">): GroupItem {
  return {
    id: group.id,
    name: group.name,
    providers: catalog.providers
      .filter(({ id }) => group.providerIds.includes(id))
      .map(({ id, name, externalIds }) => ({ id, name, external_provider_ids: externalIds })),
    locations: catalog.locations
      .filter(({ id }) => group.locationIds.includes(id))
      .map((location) => ({
        id: location.id,
        name: location.name,
        formatted: location.address,
        external_location_ids: location.externalIds,
        children: catalog.listings.filter(({ locationId }) => locationId === location.id).map(childItem),
      })),
  };
}

/** Renders a listing. The interface specification uses both `formated` and `formatted`, so the item has both keys. */
const childItem = ({ id, name, address, providerId }: Listing): GroupChild => ({
  id,
  name,
  formatted: address,
  formated: address,
  provider_id: providerId,
});

/** Item of the list of surveys. */
export type SurveyItem = ItemKeys & {
  /** Equal to the id of the survey's platform. */
  readonly id: number;
  readonly name: string;
};

/** Renders the survey list. Each survey is a platform, so an item has the platform's id and the survey's name. */
function surveyItems({ platforms, surveys }: Pick<Catalog, "platforms" | "surveys">): readonly SurveyItem[] {
  const names = new Map(surveys.map(({ id, name }) => [id, name]));
  return platforms.filter(({ isSurvey }) => isSurvey).map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
}

/** Item of the list of campaigns, which is available only under `/changes`. */
export type CampaignCatalogItem = {
  readonly id: number;
  readonly name: string;
  readonly channel: string;
  /** `null` if the campaign has none. */
  readonly source: string | null;
  /** Value of `scct` in the links of the campaign. `null` if the campaign has none. */
  readonly parameter: string | null;
  /** Phone numbers whose calls belong to the campaign. */
  readonly tracking_numbers: readonly string[];
};

const campaignItem = (campaign: Campaign): CampaignCatalogItem => ({
  id: campaign.id,
  name: campaign.name,
  channel: campaign.channel,
  source: campaign.source,
  parameter: campaign.scctParameter,
  tracking_numbers: campaign.trackingNumbers,
});
