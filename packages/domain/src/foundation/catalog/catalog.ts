import type { GroupId, ListingId, LocationId, MessageId, PlatformId, ProviderId } from "../kernel/ids.js";
import type { Campaign } from "./campaign.js";
import type { Survey } from "./survey.js";

/** Place where the practice sees patients. */
export type Location = {
  readonly id: LocationId;
  readonly name: string;
  readonly externalIds: readonly string[];
  /** Postal address on one line. */
  readonly address: string | null;
  readonly state: string | null;
  /** Imports capture nothing for a silenced location. */
  readonly silenced: boolean;
  readonly monitoringOnly: boolean;
};

/** Health care provider of the practice. */
export type Provider = {
  readonly id: ProviderId;
  readonly name: string;
  /** National Provider Identifier. */
  readonly npi: string | null;
  readonly externalIds: readonly string[];
  readonly locationIds: readonly LocationId[];
  readonly silenced: boolean;
};

/** A provider's listing at a location. Groups show it as a child of that location. */
export type Listing = {
  readonly id: ListingId;
  readonly locationId: LocationId;
  readonly providerId: ProviderId;
  readonly name: string;
  readonly address: string | null;
};

/** Locations and providers that are reported together. */
export type Group = {
  readonly id: GroupId;
  readonly name: string;
  readonly providerIds: readonly ProviderId[];
  readonly locationIds: readonly LocationId[];
};

/** Source of reviews and survey responses. Surveys are platforms too. */
export type Platform = {
  readonly id: PlatformId;
  readonly name: string;
  readonly isSurvey: boolean;
  /** `null` for surveys. */
  readonly active: boolean | null;
  /** Reviews on a private platform are not public. */
  readonly isPrivate: boolean;
};

/** Message template for invites, in one or more languages. */
export type Message = {
  readonly id: MessageId;
  readonly name: string;
  /** Message strings by language code. They contain placeholders for customer, account and user names. */
  readonly languages: Readonly<Record<string, MessageText>>;
  /** A silenced message is never sent. */
  readonly silenced: boolean;
};

export type MessageText = { readonly key: string; readonly message: string };

/** Records that other records of the account refer to by id. Each part is sorted by id. */
export type Catalog = {
  readonly locations: readonly Location[];
  readonly providers: readonly Provider[];
  readonly listings: readonly Listing[];
  readonly groups: readonly Group[];
  readonly platforms: readonly Platform[];
  readonly surveys: readonly Survey[];
  readonly messages: readonly Message[];
  readonly campaigns: readonly Campaign[];
};

export type CatalogPart = keyof Catalog;

/** Parts of a catalog in dependency order. */
export const catalogParts = [
  "locations",
  "providers",
  "listings",
  "groups",
  "platforms",
  "surveys",
  "messages",
  "campaigns",
] as const satisfies CatalogPart[];

export const emptyCatalog: Catalog = {
  locations: [],
  providers: [],
  listings: [],
  groups: [],
  platforms: [],
  surveys: [],
  messages: [],
  campaigns: [],
};
