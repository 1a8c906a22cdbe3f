import { usualNumber } from "../kernel/contact-details.js";
import type { CampaignId, GroupId, ListingId, LocationId, MessageId, PlatformId, ProviderId } from "../kernel/ids.js";
import {
  defaulted,
  flag,
  idOf,
  idsOf,
  label,
  labels,
  objectMapOf,
  objectsOf,
  oneOf,
  optional,
  ownId,
  parsed,
  shortText,
  text,
  texts,
  trackingParameter,
  wholeFrom,
} from "../kernel/line-fields.js";
import type { JsonObject } from "../kernel/json.js";
import { type Field, type Shaped, writeLine } from "../kernel/line-shape.js";
import { type Npi, parseNpi, parseState, type StateCode } from "../kernel/us-codes.js";
import {
  type Campaign,
  type Catalog,
  type Group,
  type Listing,
  type Location,
  type Message,
  type Platform,
  type Provider,
  type Question,
  questionKinds,
  type Survey,
} from "./catalog.js";

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

export const locationFromLine = (line: Shaped<typeof locationLine>): Location => ({
  id: line.id,
  name: line.location_name,
  externalIds: line.external_location_ids,
  address: line.formatted,
  state: line.state,
  silenced: line.silenced,
  monitoringOnly: line.monitoring_only,
});

const locationToLine = ({ name, externalIds, address, ...location }: Location) =>
  writeLine(locationLine, {
    ...location,
    locationName: name,
    externalLocationIds: externalIds,
    formatted: address,
  });

const providerLine = {
  id: ownId<ProviderId>(),
  name: label,
  npi: optional(npi),
  external_provider_ids: texts,
  location_ids: defaulted(idsOf<LocationId>("location"), []),
  silenced: defaulted(flag, false),
};

export const providerFromLine = (line: Shaped<typeof providerLine>): Provider => ({
  id: line.id,
  name: line.name,
  npi: line.npi,
  externalIds: line.external_provider_ids,
  locationIds: line.location_ids,
  silenced: line.silenced,
});

const providerToLine = ({ externalIds, ...provider }: Provider) =>
  writeLine(providerLine, { ...provider, externalProviderIds: externalIds });

const listingLine = {
  id: ownId<ListingId>(),
  location_id: idOf<LocationId>("location"),
  provider_id: idOf<ProviderId>("provider"),
  name: label,
  formatted: optional(shortText),
};

const listingFromLine = (line: Shaped<typeof listingLine>): Listing => ({
  id: line.id,
  locationId: line.location_id,
  providerId: line.provider_id,
  name: line.name,
  address: line.formatted,
});

const listingToLine = ({ address, ...listing }: Listing) => writeLine(listingLine, { ...listing, formatted: address });

const groupLine = {
  id: ownId<GroupId>(),
  name: label,
  provider_ids: idsOf<ProviderId>("provider"),
  location_ids: idsOf<LocationId>("location"),
};

const groupFromLine = (line: Shaped<typeof groupLine>): Group => ({
  id: line.id,
  name: line.name,
  providerIds: line.provider_ids,
  locationIds: line.location_ids,
});

const groupToLine = (group: Group) => writeLine(groupLine, group);

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

const platformFromLine = (line: Shaped<typeof platformLine>): Platform => ({
  id: line.id,
  name: line.name,
  isSurvey: line.is_survey,
  active: line.active,
  isPrivate: line.private,
  writeUrl: line.write_url,
  readUrl: line.read_url,
});

const platformToLine = ({ isPrivate, ...platform }: Platform) =>
  writeLine(platformLine, { ...platform, private: isPrivate });

const scaleBound = optional(wholeFrom(-1_000, 1_000));

const questionShape = {
  question_id: label,
  name: label,
  text,
  kind: oneOf(questionKinds),
  choices: defaulted(labels, []),
  min: scaleBound,
  max: scaleBound,
  min_label: optional(shortText),
  max_label: optional(shortText),
  allows_comment: defaulted(flag, false),
  overall: defaulted(flag, false),
};

type QuestionLine = Shaped<typeof questionShape>;

const anyQuestions = objectsOf(questionShape, "an array of questions");

/**
 * Field for the questions of a survey.
 * Checks that question ids are unique and that each question has the options that its kind requires.
 */
const questions: typeof anyQuestions = {
  ...anyQuestions,
  expected:
    "an array of questions with unique ids, choices for each select question, min below max for each point scale, and at most one overall question",
  read: (value) => {
    const read = anyQuestions.read(value);
    return read && areDistinct(read) && read.every(canBeAnswered) ? read : undefined;
  },
};

export const surveyLine = { id: idOf<PlatformId>("platform"), name: label, questions };

type SurveyLine = Shaped<typeof surveyLine>;

export const surveyFromLine = (line: SurveyLine): Survey => ({
  id: line.id,
  name: line.name,
  questions: line.questions.map(questionFromLine),
});

const surveyToLine = ({ questions: all, ...survey }: Survey) =>
  writeLine(surveyLine, {
    ...survey,
    questions: all.map(({ id, ...question }) => writeLine(questionShape, { ...question, questionId: id })),
  });

const messageLine = {
  id: ownId<MessageId>(),
  name: label,
  languages: objectMapOf(
    { key: shortText, message: text },
    "an object that maps language codes to objects with key and message",
  ),
  silenced: defaulted(flag, false),
};

export const messageFromLine = (line: Shaped<typeof messageLine>): Message => line;

const messageToLine = (message: Message) => writeLine(messageLine, message);

const campaignLine = {
  id: ownId<CampaignId>(),
  name: label,
  channel: label,
  source: optional(label),
  scct_parameter: optional(trackingParameter),
  tracking_numbers: defaulted(texts, []),
};

export const campaignFromLine = (line: Shaped<typeof campaignLine>): Campaign => ({
  id: line.id,
  name: line.name,
  channel: line.channel,
  source: line.source,
  scctParameter: line.scct_parameter,
  trackingNumbers: [...new Set(line.tracking_numbers.map(usualNumber))],
});

const campaignToLine = (campaign: Campaign) => writeLine(campaignLine, campaign);

/** Catalog part, line shape and conversion functions for each kind of catalog line. */
export const catalogKinds = {
  location: { part: "locations", shape: locationLine, record: locationFromLine, line: locationToLine },
  provider: { part: "providers", shape: providerLine, record: providerFromLine, line: providerToLine },
  listing: { part: "listings", shape: listingLine, record: listingFromLine, line: listingToLine },
  group: { part: "groups", shape: groupLine, record: groupFromLine, line: groupToLine },
  platform: { part: "platforms", shape: platformLine, record: platformFromLine, line: platformToLine },
  survey: { part: "surveys", shape: surveyLine, record: surveyFromLine, line: surveyToLine },
  message: { part: "messages", shape: messageLine, record: messageFromLine, line: messageToLine },
  campaign: { part: "campaigns", shape: campaignLine, record: campaignFromLine, line: campaignToLine },
} as const satisfies Record<
  string,
  { part: keyof Catalog; shape: object; record: (line: never) => { id: number }; line: (record: never) => JsonObject }
>;

export type CatalogKind = keyof typeof catalogKinds;

const areDistinct = (read: readonly QuestionLine[]): boolean =>
  new Set(read.map((question) => question.question_id)).size === read.length &&
  read.filter((question) => question.overall).length <= 1;

function canBeAnswered({ kind, choices, min, max }: QuestionLine): boolean {
  if (kind === "single_select" || kind === "multi_select") return choices.length > 0;
  return kind !== "point_scale" || (min !== null && max !== null && min < max);
}

const questionFromLine = (line: QuestionLine): Question => ({
  id: line.question_id,
  name: line.name,
  text: line.text,
  kind: line.kind,
  choices: line.choices,
  min: line.min,
  max: line.max,
  minLabel: line.min_label,
  maxLabel: line.max_label,
  allowsComment: line.allows_comment,
  overall: line.overall,
});
