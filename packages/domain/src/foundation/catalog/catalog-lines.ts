import type { GroupId, ListingId, LocationId, MessageId, PlatformId, ProviderId } from "../kernel/ids.js";
import {
  defaulted,
  flag,
  idOf,
  idsOf,
  label,
  optional,
  ownId,
  parsed,
  shortText,
  text,
  texts,
} from "../kernel/line-fields.js";
import { objectMapOf } from "../kernel/line-objects.js";
import type { Field, Shaped } from "../kernel/line-shape.js";
import { type Npi, parseNpi } from "../kernel/npi.js";
import { parseState, type StateCode } from "../kernel/state.js";
import { campaignFromLine, campaignLine } from "./campaign-line.js";
import type { Catalog, Group, Listing, Location, Message, Platform, Provider } from "./catalog.js";
import { surveyFromLine, surveyLine } from "./survey-line.js";

/** US state. An unknown state becomes `null`. */
const state: Field<StateCode | null> = {
  expected: "the name or two-letter abbreviation of a state of the United States",
  read: (value) => {
    const written = text.read(value);
    return written === undefined ? undefined : parseState(written);
  },
};

const npi: Field<Npi> = {
  ...parsed("an NPI of ten digits, the last of which is a check digit", parseNpi),
  found: (value) =>
    typeof value === "string" && /^\s*\d{10}\s*$/.test(value) ? "ten digits with a wrong check digit" : undefined,
};

const locationLine = {
  id: ownId<LocationId>(),
  location_name: label,
  external_location_ids: texts,
  formatted: optional(shortText),
  state: optional(state),
  silenced: defaulted(flag, false),
  monitoring_only: defaulted(flag, false),
};

const providerLine = {
  id: ownId<ProviderId>(),
  name: label,
  npi: optional(npi),
  external_provider_ids: texts,
  location_ids: defaulted(idsOf<LocationId>("location"), []),
  silenced: defaulted(flag, false),
};

const listingLine = {
  id: ownId<ListingId>(),
  location_id: idOf<LocationId>("location"),
  provider_id: idOf<ProviderId>("provider"),
  name: label,
  formatted: optional(shortText),
};

const groupLine = {
  id: ownId<GroupId>(),
  name: label,
  provider_ids: idsOf<ProviderId>("provider"),
  location_ids: idsOf<LocationId>("location"),
};

const pageUrl = parsed("an https URL", (url) =>
  /^https:\/\/[^\s\\]+$/i.test(url) && URL.canParse(url) ? url : undefined,
);

const platformLine = {
  id: ownId<PlatformId>(),
  name: label,
  is_survey: flag,
  active: optional(flag),
  private: defaulted(flag, false),
  write_url: optional(pageUrl),
  read_url: optional(pageUrl),
};

const messageLine = {
  id: ownId<MessageId>(),
  name: label,
  languages: objectMapOf(
    { key: shortText, message: text },
    "an object that maps language codes to objects with key and message",
  ),
  silenced: defaulted(flag, false),
};

export const locationFromLine = (line: Shaped<typeof locationLine>): Location => ({
  id: line.id,
  name: line.location_name,
  externalIds: line.external_location_ids,
  address: line.formatted,
  state: line.state,
  silenced: line.silenced,
  monitoringOnly: line.monitoring_only,
});

export const providerFromLine = (line: Shaped<typeof providerLine>): Provider => ({
  id: line.id,
  name: line.name,
  npi: line.npi,
  externalIds: line.external_provider_ids,
  locationIds: line.location_ids,
  silenced: line.silenced,
});

const listingFromLine = (line: Shaped<typeof listingLine>): Listing => ({
  id: line.id,
  locationId: line.location_id,
  providerId: line.provider_id,
  name: line.name,
  address: line.formatted,
});

const groupFromLine = (line: Shaped<typeof groupLine>): Group => ({
  id: line.id,
  name: line.name,
  providerIds: line.provider_ids,
  locationIds: line.location_ids,
});

const platformFromLine = (line: Shaped<typeof platformLine>): Platform => ({
  id: line.id,
  name: line.name,
  isSurvey: line.is_survey,
  active: line.active,
  isPrivate: line.private,
  writeUrl: line.write_url,
  readUrl: line.read_url,
});

export const messageFromLine = (line: Shaped<typeof messageLine>): Message => line;

/** Catalog part, line shape and conversion function for each kind of catalog line. */
export const catalogKinds = {
  location: { part: "locations", shape: locationLine, record: locationFromLine },
  provider: { part: "providers", shape: providerLine, record: providerFromLine },
  listing: { part: "listings", shape: listingLine, record: listingFromLine },
  group: { part: "groups", shape: groupLine, record: groupFromLine },
  platform: { part: "platforms", shape: platformLine, record: platformFromLine },
  survey: { part: "surveys", shape: surveyLine, record: surveyFromLine },
  message: { part: "messages", shape: messageLine, record: messageFromLine },
  campaign: { part: "campaigns", shape: campaignLine, record: campaignFromLine },
} as const satisfies Record<string, { part: keyof Catalog; shape: object; record: (line: never) => { id: number } }>;

export type CatalogKind = keyof typeof catalogKinds;
