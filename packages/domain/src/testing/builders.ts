import type { Client, Credential } from "../foundation/access/access-ports.js";
import type { Account } from "../foundation/accounts/account.js";
import type { AuditRecord } from "../foundation/accounts/audit-trail.js";
import type {
  Campaign,
  Group,
  Listing,
  Location,
  Message,
  Platform,
  Provider,
  Question,
  Survey,
} from "../foundation/catalog/catalog.js";
import type { FeedEntry } from "../foundation/feed/feed.js";
import type { EmailAddress, Phone } from "../foundation/kernel/contact-details.js";
import type {
  AccountId,
  AppointmentId,
  CallId,
  CampaignId,
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
  SubmissionId,
  SurveyResponseId,
  UserId,
} from "../foundation/kernel/ids.js";
import type { Cents } from "../foundation/kernel/numbers.js";
import {
  type CalendarDate,
  type Instant,
  localCalendar,
  parseInstant,
  type TimeZone,
} from "../foundation/kernel/times.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import { matchLevels, searchAt, searchesFor } from "../subjects/appointments/matching.js";
import { type Conversion, noAppointment, noProspect } from "../subjects/conversions/conversion.js";
import type { ImportFile, ImportRow } from "../subjects/imports/source-system.js";
import type { Invite } from "../subjects/invites/invite.js";
import type { ListingMetric } from "../subjects/listings/listing-metric.js";
import type { CahpsType, PatientRow, PatientSource, SurveyField } from "../subjects/patient-surveys/patient-rows.js";
import type { NpsSurvey, Review } from "../subjects/reviews/review.js";
import { conversionFromSubmission, type Submission } from "../subjects/submissions/submission.js";
import type { SurveyResponse } from "../subjects/surveys/survey-response.js";
import type { User } from "../subjects/users/user.js";
import type { BundleSource } from "../workflows/bundle/bundle-lines.js";

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
  only: null,
  disabled: false,
  revoked: false,
  ...overrides,
});

export const aClient = (overrides: Partial<Client> = {}): Client => ({
  clientId: "rpc_0000000000000000000001" as ClientId,
  account: account(),
  name: "warehouse",
  jwkUrl: "https://partner.example/jwks.json",
  scopes: ["data-sync.read"],
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
    fields: {},
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

export const aCampaign = (overrides: Partial<Campaign> = {}): Campaign => ({
  id: 7 as CampaignId,
  name: "Spring",
  channel: "Paid Search",
  source: "google",
  scctParameter: "spring-1",
  trackingNumbers: ["+18015550100"],
  ...overrides,
});

export const aConversion = (overrides: Partial<Conversion> = {}): Conversion => ({
  kind: "call",
  id: 900 as CallId,
  type: "Call",
  at: at("2026-03-02T16:00:00Z"),
  fromNumber: "(801) 555-0142",
  phone: "+18015550142" as Phone,
  trackingNumber: "+18015550100",
  campaignId: 7 as CampaignId,
  source: null,
  sentCampaign: null,
  sentChannel: null,
  newPatient: true,
  createdAt: at("2026-03-02T17:00:00Z"),
  modifiedAt: at("2026-03-02T17:00:00Z"),
  ...noProspect,
  ...noAppointment,
  ...overrides,
});

export const aListingMetric = (overrides: Partial<ListingMetric> = {}): ListingMetric => ({
  locationId: locationId(1),
  month: 202603,
  type: "views_maps",
  count: 120,
  ...overrides,
});

export const anAppointment = (overrides: Partial<Appointment> = {}): Appointment => ({
  id: 77 as AppointmentId,
  at: at("2026-03-05T15:00:00Z"),
  bookedAt: null,
  patientId: "MRN-5",
  patientName: "Cal Reed",
  dateOfBirth: null,
  phones: ["+18015550142" as Phone],
  email: "cal.reed@example.com" as EmailAddress,
  locationId: locationId(1),
  providerId: providerId(10),
  revenue: 12_500 as Cents,
  source: null,
  status: null,
  statusAt: null,
  ...overrides,
});

export const aSubmission = (overrides: Partial<Submission> = {}): Submission => ({
  id: 950 as SubmissionId,
  at: at("2026-03-02T16:00:00Z"),
  scctParameter: "spring-1",
  phoneNumber: "(801) 555-0142",
  phone: "+18015550142" as Phone,
  type: "Online",
  patientName: "Cal Reed",
  patientId: null,
  scheduledDate: null,
  email: "cal.reed@example.com",
  street: null,
  secondaryStreet: null,
  city: null,
  state: null,
  postal: null,
  isTest: false,
  postedBy: null,
  ...overrides,
});

/** Creates match rules for a time zone and a match window in days. */
export const matchRules = (zone = "UTC", windowDays = 90) => ({
  calendar: localCalendar(zone as TimeZone),
  windowDays,
});

const aProspect = conversionFromSubmission(
  aSubmission({ patientId: "MRN-5", scheduledDate: "2026-03-05" as CalendarDate }),
  null,
  true,
  at("2026-03-02"),
);

/** Queries with every match key: for the appointments of a submission, and for the conversions of an appointment. */
export const attributionSearches = {
  appointments: matchLevels.flatMap((level) => searchAt(level, aProspect, matchRules()) ?? []),
  conversions: searchesFor(anAppointment(), matchRules()),
};

export const aUser = (overrides: Partial<User> = {}): User => ({
  id: 7 as UserId,
  name: "Ada Quill",
  email: "ada@example.com",
  role: "Office Staff",
  oid: null,
  phone: null,
  bio: null,
  active: true,
  ...overrides,
});

/** Creates a valid row for a practice with one location and one provider, uploaded on 2026-06-01. */
export const anImportRow = (overrides: Partial<ImportRow> = {}): Partial<ImportRow> => ({
  appointmentId: "A-1",
  patientId: "MRN-5",
  firstName: "Cal",
  lastName: "Reed",
  dateOfBirth: "1980-05-01",
  mobilePhone: "(801) 555-0142",
  email: "cal.reed@example.com",
  state: "UT",
  appointmentDate: "5/28/2026",
  location: "L-1",
  provider: "P-10",
  ...overrides,
});

/**
 * Creates an appointment file that returns `size` rows per batch.
 * Rows without a row number are numbered as in a spreadsheet.
 */
export const importFileOf = (rows: readonly Partial<ImportRow>[], size = 1_000): ImportFile => ({
  async *read() {
    const numbered = rows.map((row, index) => ({ row: index + 2, ...row }));
    for (let start = 0; start < numbered.length; start += size) yield numbered.slice(start, start + size);
  },
});

type Texts = PatientRow["texts"];

/** Cells of a patient row that has no findings in either survey if it is uploaded on 2026-06-01. */
const basePatient: Texts = {
  first_name: "Cal",
  last_name: "Reed",
  address_1: "12 Elm St",
  city: "Provo",
  state: "UT",
  zip: "84601",
  country: "",
  phone: "(801) 555-0142",
  mobile: "",
  email: "cal.reed@example.com",
  date_of_birth: "1980-05-01",
  sex: "M",
  language: "English",
  patient_id: "MRN-5",
  visit_id: "V-1",
  facility_ccn: "05C9Y7",
  location_code: "L-1",
  location_name: "Main Street",
  discharge_status: "01",
  attending_npi: "1234567893",
  deceased: "",
  no_publicity: "",
  prisoner: "",
  state_regulation: "",
  newborn: "",
};

const stays: Readonly<Record<CahpsType, Texts>> = {
  OASCAHPS: { service_date: "2026-05-10", procedure_code_1: "66984", procedure_code_2: "", admitted_inpatient: "" },
  HCAHPS: { admit_date: "2026-05-10", discharge_date: "2026-05-12", ms_drg: "291", admission_source: "1" },
};

/** Creates the cells of a valid row. `texts` overrides cells. */
export const patientTexts = (type: CahpsType, texts: Texts = {}): Texts => ({
  ...basePatient,
  ...stays[type],
  ...texts,
});

/**
 * Creates a patient file that returns `size` rows per batch.
 * Rows without a row number are numbered as in a spreadsheet.
 */
export const patientFileOf = (
  type: CahpsType,
  rows: readonly (Partial<Omit<PatientRow, "texts">> & { readonly texts?: Texts })[],
  size = 1_000,
): PatientSource => {
  const numbered = rows.map((row, index) => ({ row: index + 2, others: [], ...row, texts: row.texts ?? {} }));
  const fields = new Set(numbered.flatMap(({ texts }) => Object.keys(texts) as SurveyField[]));
  return {
    type,
    async *read() {
      for (let start = 0; start < Math.max(numbered.length, 1); start += size) {
        yield { fields, rows: numbered.slice(start, start + size) };
      }
    },
  };
};
