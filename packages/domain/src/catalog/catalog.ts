import type { GroupId, ListingId, LocationId, MessageId, PlatformId, ProviderId } from "../kernel/ids.js";
import type { Campaign } from "./campaign.js";
import type { Survey } from "./survey.js";

/** Where the practice sees patients. */
export type Location = {
  readonly id: LocationId;
  readonly name: string;
  readonly externalIds: readonly string[];
  /** The postal address as one line. */
  readonly address: string | null;
  readonly state: string | null;
  /** Imports capture nothing for a silenced location. */
  readonly silenced: boolean;
  readonly monitoringOnly: boolean;
};

/** Somebody who sees patients. */
export type Provider = {
  readonly id: ProviderId;
  readonly name: string;
  /** National Provider Identifier, as it was given. */
  readonly npi: string | null;
  readonly externalIds: readonly string[];
  readonly locationIds: readonly LocationId[];
  readonly silenced: boolean;
};

/** A provider's own listing at a location: a child of that location in groups. */
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

/** Where reviews and survey answers come from; surveys are platforms too. */
export type Platform = {
  readonly id: PlatformId;
  readonly name: string;
  readonly isSurvey: boolean;
  /** Surveys have no such state. */
  readonly active: boolean | null;
  /** Reviews on a private platform are not public. */
  readonly isPrivate: boolean;
};

/** A text that invites are sent with, in one or more languages. */
export type Message = {
  readonly id: MessageId;
  readonly name: string;
  /** By language code. Texts hold placeholders for customer, account and user names. */
  readonly languages: Readonly<Record<string, MessageText>>;
  /** Nothing is sent with a silenced message. */
  readonly silenced: boolean;
};

export type MessageText = { readonly key: string; readonly message: string };

/** Everything that an account's records refer to by id; each kind by id ascending. */
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

/** The parts of a catalog, in the order in which they may refer to each other. */
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
