import type {
  AccountId,
  CampaignId,
  GroupId,
  ListingId,
  LocationId,
  MessageId,
  PlatformId,
  ProviderId,
} from "../kernel/ids.js";
import { rememberedOf } from "../kernel/lookup-tables.js";
import type { Reads } from "../kernel/storage.js";

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
  readonly answerKeys: readonly AnswerKeys[];
};

export type CatalogPart = keyof Catalog;

/** A catalog without records. Its parts are in order of dependency: each part refers only to earlier parts. */
export const emptyCatalog: Catalog = {
  locations: [],
  providers: [],
  listings: [],
  groups: [],
  platforms: [],
  surveys: [],
  messages: [],
  campaigns: [],
  answerKeys: [],
};

/** Parts of a catalog, in order of dependency. */
export const catalogParts = Object.keys(emptyCatalog) as readonly CatalogPart[];

/** Kinds of questions. The kind determines the type of answer. */
export const questionKinds = ["stars", "single_select", "multi_select", "point_scale", "open_text"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Question of a survey. `null` means that a value is unknown. */
export type Question = {
  /** Id of the question, unique within the survey. */
  readonly id: string;
  /** Descriptive name of the question. The key of the answer in published responses is made from it. */
  readonly name: string;
  /** Text of the question as patients see it. */
  readonly text: string;
  readonly kind: QuestionKind;
  /** Labels of the choices, in order. An answer stores the position of a label, starting at 1. */
  readonly choices: readonly string[];
  /** Minimum of a point scale. `minLabel` and `maxLabel` describe the bounds. */
  readonly min: number | null;
  readonly max: number | null;
  readonly minLabel: string | null;
  readonly maxLabel: string | null;
  readonly allowsComment: boolean;
  /** True if the answer is the overall rating of the response. */
  readonly overall: boolean;
};

/** A survey with its questions. Its id is also the id of its platform. */
export type Survey = { readonly id: PlatformId; readonly name: string; readonly questions: readonly Question[] };

/**
 * Keys of a survey's answers in published responses, each with the id of its question. They stay when questions or the
 * whole survey are deleted, so that a key never belongs to another question.
 */
export type AnswerKeys = {
  readonly id: PlatformId;
  readonly keys: readonly (readonly [key: string, questionId: string])[];
};

/** Marketing campaign, with the identifiers that attribute conversions to the campaign. */
export type Campaign = {
  readonly id: CampaignId;
  readonly name: string;
  readonly channel: string;
  readonly source: string | null;
  /** Value of the `scct` parameter in online submissions from this campaign. */
  readonly scctParameter: string | null;
  /** Tracking phone numbers of the campaign. Usable numbers are in E.164 format; others are stored unchanged. */
  readonly trackingNumbers: readonly string[];
};

/**
 * Returns a function that finds a campaign by tracking number.
 * If several campaigns share a number, finds the campaign with the lowest id.
 */
export const campaignsByNumber = rememberedOf((campaigns: readonly Campaign[]) => {
  const found = new Map<string, CampaignId>();
  for (const { id, trackingNumbers } of campaigns) {
    for (const number of trackingNumbers) if (!found.has(number)) found.set(number, id);
  }
  return (trackingNumber: string): CampaignId | null => found.get(trackingNumber) ?? null;
});

/**
 * Returns a function that finds a campaign by link parameter.
 * If several campaigns share a parameter, finds the campaign with the lowest id.
 * Earlier versions stored parameters with the spaces around them, so the function ignores these spaces.
 */
export const campaignsByParameter = rememberedOf((campaigns: readonly Campaign[]) => {
  const found = new Map<string, CampaignId>();
  for (const { id, scctParameter } of campaigns) {
    const parameter = scctParameter?.trim();
    if (parameter !== undefined && !found.has(parameter)) found.set(parameter, id);
  }
  return (scctParameter: string): CampaignId | null => found.get(scctParameter.trim()) ?? null;
});

/** Ids of catalog records, grouped by part of the catalog. */
export type CatalogIds = Readonly<Partial<Record<CatalogPart, readonly number[]>>>;

export interface CatalogReader {
  /**
   * Returns the requested parts of the catalog. The records of each part are sorted by id.
   * A storage may return the same array again while the catalog is unchanged, so callers must not change it.
   */
  read<Part extends CatalogPart>(account: AccountId, ...parts: readonly Part[]): Promise<Pick<Catalog, Part>>;
}

export type CatalogPorts = { readonly storage: Reads<{ readonly catalog: CatalogReader }> };

export interface CatalogStore extends CatalogReader {
  /** Upserts catalog records by id. Does not change other records. */
  save(account: AccountId, changes: Partial<Catalog>): Promise<void>;
  /**
   * Deletes records by part of the catalog. Ignores unknown ids. The caller must handle references to deleted records.
   */
  remove(account: AccountId, ids: CatalogIds): Promise<void>;
}
