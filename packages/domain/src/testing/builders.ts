import type { Client } from "../foundation/access/client.js";
import type { Credential } from "../foundation/access/credential.js";
import type { Account } from "../foundation/accounts/account.js";
import type { AuditRecord } from "../foundation/audit/audit-record.js";
import type { Group, Listing, Location, Message, Platform, Provider } from "../foundation/catalog/catalog.js";
import type { Question, Survey } from "../foundation/catalog/survey.js";
import type { FeedEntry } from "../foundation/feed/feed.js";
import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type {
  AccountId,
  ClientId,
  GroupId,
  InviteId,
  ListingId,
  LocationId,
  MessageId,
  NpsSurveyId,
  PlatformId,
  ProviderId,
  ReviewId,
  SurveyResponseId,
} from "../foundation/kernel/ids.js";
import { type Instant, parseInstant } from "../foundation/kernel/instant.js";
import type { Phone } from "../foundation/kernel/phone.js";
import type { Invite } from "../subjects/invites/invite.js";
import type { NpsSurvey, Review } from "../subjects/reviews/review.js";
import type { SurveyResponse } from "../subjects/surveys/survey-response.js";
import type { BundleSource } from "../workflows/bundle/bundle-source.js";

/** Parses a timestamp, or a date as midnight UTC. Throws if the string is neither. */
export function at(text: string): Instant {
  const instant = parseInstant(text.length === 10 ? `${text}T00:00:00Z` : text);
  if (instant === undefined) throw new Error(`not a date or timestamp: ${text}`);
  return instant;
}

export const account = (id = 1): AccountId => id as AccountId;
export const locationId = (id: number): LocationId => id as LocationId;
export const providerId = (id: number): ProviderId => id as ProviderId;
export const platformId = (id: number): PlatformId => id as PlatformId;
export const reviewId = (id: number): ReviewId => id as ReviewId;

export const anAccount = (overrides: Partial<Account> = {}): Omit<Account, "id"> => ({
  key: "acme",
  name: "Acme Dental",
  createdAt: at("2026-01-01"),
  disabled: false,
  ...overrides,
});

export const aCredential = (overrides: Partial<Credential> = {}): Omit<Credential, "id" | "account"> => ({
  kind: "api-token",
  name: "warehouse",
  createdAt: at("2026-01-01"),
  expiresAt: null,
  lastUsedAt: null,
  disabled: false,
  revoked: false,
  ...overrides,
});

export const aClient = (overrides: Partial<Client> = {}): Client => ({
  clientId: "rpc_0000000000000000000001" as ClientId,
  account: account(),
  name: "warehouse",
  jwkUrl: "https://partner.example/jwks.json",
  createdAt: at("2026-01-01"),
  disabled: false,
  revoked: false,
  ...overrides,
});

export const anAuditRecord = (overrides: Partial<AuditRecord> = {}): AuditRecord => ({
  at: at("2026-03-01T17:05:00.123Z"),
  actor: "api-token",
  actorId: "7",
  action: "GET /v2/reviews",
  subject: null,
  filters: ["date", "rating"],
  rows: 20,
  outcome: "ok",
  ...overrides,
});

export const aLocation = (overrides: Partial<Location> = {}): Location => ({
  id: locationId(1),
  name: "Main Street",
  externalIds: ["L-1"],
  address: "1 Main St, Provo, UT 84601",
  state: "UT",
  silenced: false,
  monitoringOnly: false,
  ...overrides,
});

export const aProvider = (overrides: Partial<Provider> = {}): Provider => ({
  id: providerId(10),
  name: "Dr. Ada Quill",
  npi: "1234567893",
  externalIds: ["P-10"],
  locationIds: [locationId(1)],
  silenced: false,
  ...overrides,
});

export const aListing = (overrides: Partial<Listing> = {}): Listing => ({
  id: 20 as ListingId,
  locationId: locationId(1),
  providerId: providerId(10),
  name: "Ada Quill at Main Street",
  address: "1 Main St, Provo, UT 84601",
  ...overrides,
});

export const aGroup = (overrides: Partial<Group> = {}): Group => ({
  id: 30 as GroupId,
  name: "North",
  providerIds: [],
  locationIds: [locationId(1)],
  ...overrides,
});

export const aPlatform = (overrides: Partial<Platform> = {}): Platform => ({
  id: platformId(3),
  name: "Google",
  isSurvey: false,
  active: true,
  isPrivate: false,
  writeUrl: "https://g.example/write",
  readUrl: null,
  ...overrides,
});

export const aQuestion = (overrides: Partial<Question> = {}): Question => ({
  id: "q1",
  name: "Overall visit",
  text: "How was your visit?",
  kind: "stars",
  choices: [],
  min: null,
  max: null,
  minLabel: null,
  maxLabel: null,
  allowsComment: false,
  overall: false,
  ...overrides,
});

export const aSurvey = (overrides: Partial<Survey> = {}): Survey => ({
  id: platformId(4),
  name: "Visit survey",
  questions: [aQuestion()],
  ...overrides,
});

export const aMessage = (overrides: Partial<Message> = {}): Message => ({
  id: 40 as MessageId,
  name: "After visit",
  languages: { en: { key: "en", message: "Hi {{customer_first_name}}" } },
  silenced: false,
  ...overrides,
});

export const aReview = (overrides: Partial<Review> = {}): Review => ({
  id: reviewId(501),
  platformId: platformId(3),
  locationId: locationId(1),
  providerId: providerId(10),
  rating: 5,
  comment: "Kind and quick",
  reviewer: "Bo T.",
  createdAt: at("2026-03-01T17:05:00Z"),
  inviteId: null,
  extras: {},
  ...overrides,
});

export const anNpsSurvey = (overrides: Partial<NpsSurvey> = {}): NpsSurvey => ({
  ...aReview(),
  id: 601 as NpsSurveyId,
  npsRating: 9,
  questionId: "Would recommend",
  ...overrides,
});

export const anInvite = (overrides: Partial<Invite> = {}): Invite => ({
  id: 701 as InviteId,
  type: "sms",
  sentTo: "+18015550142",
  phone: "+18015550142" as Phone,
  sentAt: at("2026-03-01T16:00:00Z"),
  isWaiting: false,
  sentBy: "Front desk",
  customerName: "Bo Tran",
  locationId: locationId(1),
  providerId: providerId(10),
  messageId: 40 as MessageId,
  platformId: platformId(3),
  openedAt: at("2026-03-01T16:05:00Z"),
  clicks: [],
  proceededToReview: false,
  reviewRating: 5,
  status: "sent",
  extras: {},
  patientId: null,
  visit: null,
  ...overrides,
});

export const aSurveyResponse = (overrides: Partial<SurveyResponse> = {}): SurveyResponse => ({
  id: 801 as SurveyResponseId,
  surveyId: platformId(4),
  submittedAt: at("2026-03-02T17:05:00Z"),
  appointmentDate: "2026-03-01" as CalendarDate,
  contact: "+18015550142",
  locationId: locationId(1),
  providerId: providerId(10),
  patientId: "MRN-5",
  patientFirst: "Bo",
  patientLast: "Tran",
  answers: { q1: "5" },
  comments: {},
  extras: {},
  ...overrides,
});

export const anEntry = (overrides: Partial<FeedEntry> = {}): FeedEntry => {
  const id = overrides.id ?? 1;
  return {
    kind: 0,
    id,
    at: at("2026-03-01"),
    modifiedAt: at("2026-03-01"),
    locationId: null,
    providerId: null,
    rating: null,
    customFields: {},
    json: `{"id":${id}}`,
    tail: null,
    // Include the kind in the public id, because each kind has its own ids.
    ...(overrides.kind && { name: `${overrides.kind}-${id}` }),
    ...overrides,
  };
};

/** Creates a bundle from lines, with `perChunk` lines per chunk. */
export function bundleOf(lines: readonly unknown[], perChunk = 2): BundleSource {
  const numbered = lines.map((value, index) => ({ line: index + 1, value }));
  return {
    async *read() {
      for (let start = 0; start < numbered.length; start += perChunk) yield numbered.slice(start, start + perChunk);
    },
  };
}
