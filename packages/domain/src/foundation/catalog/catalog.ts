import type { GroupId, ListingId, LocationId, MessageId, PlatformId, ProviderId } from "../kernel/ids.js";
import type { Campaign } from "./campaign.js";
import type { Survey } from "./survey.js";

/** A place where the practice sees patients. */
export type Location = {
  readonly id: LocationId;
  readonly name: string;
  readonly externalIds: readonly string[];
  /** Postal address as a single line. */
  readonly address: string | null;
  readonly state: string | null;
  /** True if imports skip rows for the location. */
  readonly silenced: boolean;
  readonly monitoringOnly: boolean;
};

/** A health care provider who works for the practice. */
export type Provider = {
  readonly id: ProviderId;
  readonly name: string;
  /** National Provider Identifier (NPI). */
  readonly npi: string | null;
  readonly externalIds: readonly string[];
  readonly locationIds: readonly LocationId[];
  readonly silenced: boolean;
};

/** Listing of a provider at a location. In a group, listings appear as children of their locations. */
export type Listing = {
  readonly id: ListingId;
  readonly locationId: LocationId;
  readonly providerId: ProviderId;
  readonly name: string;
  readonly address: string | null;
};

/** Group of locations and providers that are combined in reports. */
export type Group = {
  readonly id: GroupId;
  readonly name: string;
  readonly providerIds: readonly ProviderId[];
  readonly locationIds: readonly LocationId[];
};

/** Source of reviews or survey responses. Every survey is also a platform. */
export type Platform = {
  readonly id: PlatformId;
  readonly name: string;
  readonly isSurvey: boolean;
  /** Whether the platform is active. `null` for surveys. */
  readonly active: boolean | null;
  /** True if reviews on the platform are not public. */
  readonly isPrivate: boolean;
  /** Page on which patients write a review of the practice. */
  readonly writeUrl: string | null;
  /** Page with all reviews of the practice. */
  readonly readUrl: string | null;
};

/** Template of an invite message, in one or more languages. */
export type Message = {
  readonly id: MessageId;
  readonly name: string;
  /** Texts of the message by language code, with placeholders for names of the customer, the account and the user. */
  readonly languages: Readonly<Record<string, MessageText>>;
  /** True for a message that is never sent. */
  readonly silenced: boolean;
};

export type MessageText = { readonly key: string; readonly message: string };

/** Master data of an account. Other records refer to the master data by id. Each part is sorted by id. */
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

/** Parts of a catalog, in order of dependency. Each part refers only to earlier parts. */
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
