export type { AccessClaims, AccessTokens } from "./access/access-ports.js";
export type { AssertionStore, SpentAssertion } from "./access/access-ports.js";
export { accepted, audiences, insufficientScope, refusedAs, scopeFor } from "./access/authenticate.js";
export type { Audience } from "./access/authenticate.js";
export type { CallerStore } from "./access/authenticate.js";
export type { Caller } from "./access/authenticate.js";
export type { HostUser } from "./access/authenticate.js";
export type { StateChange } from "./access/credentials.js";
export { readAssertion } from "./access/exchange-token.js";
export type { AssertionContext, AssertionRefusal, ClientAssertion } from "./access/exchange-token.js";
export type { ClientStore, KnownClient } from "./access/access-ports.js";
export type { Client } from "./access/access-ports.js";
export type { CredentialStore, KnownCredential, RecordOf } from "./access/access-ports.js";
export type { Credential } from "./access/access-ports.js";
export { isUsable } from "./access/access-ports.js";
export { assertionType } from "./access/exchange-token.js";
export type { IssuedToken, TokenRequest } from "./access/exchange-token.js";
export { type Scope, scopes, type UploadKind, uploadKinds } from "./access/access-ports.js";
export type { IssuerOptions } from "./access/access-ports.js";
export type { NewClient } from "./access/credentials.js";
export type { NewToken } from "./access/credentials.js";
export { noPartners } from "./access/access-ports.js";
export { jwkUrlNotAllowed } from "./access/access-ports.js";
export type { KeyHolder, PartnerKeys, SignatureRefusal, SignatureVerdict } from "./access/access-ports.js";
export { refusalOf, refused } from "./access/authenticate.js";
export type { Refusal } from "./access/authenticate.js";
export type { AccountStatus } from "./accounts/account.js";

export type { AccountStore, SettingsStore } from "./accounts/account.js";
export type { Account, AccountSettings, Expectation } from "./accounts/account.js";
export type { Span } from "./kernel/times.js";
export { accountKeyTaken, accountNotFound, type NewAccount } from "./accounts/account.js";

export type { AuditOrigin, OperatorPort } from "./accounts/audit-trail.js";
export { byOperator, byPrincipal, originText } from "./accounts/audit-trail.js";
export type { AuditRecord } from "./accounts/audit-trail.js";
export type { AuditStore, AuditWriter } from "./accounts/audit-trail.js";
export type { FailureCount } from "./accounts/audit-trail.js";
export { addFailure, dayOf, failureOf } from "./accounts/audit-trail.js";
export type { Arrival, SourceHistory } from "./accounts/audit-trail.js";
export { arrivalIn, firstHistory, historyDays, knownSources } from "./accounts/arrivals.js";

export type { Campaign } from "./catalog/catalog.js";
export type {
  CampaignCatalogItem,
  CatalogItems,
  GroupChild,
  GroupItem,
  GroupLocation,
  LocationItem,
  MessageItem,
  PlatformItem,
  ProviderItem,
  SurveyItem,
} from "./catalog/catalog-items.js";
export type { CatalogStore } from "./catalog/catalog.js";
export { catalogParts, emptyCatalog } from "./catalog/catalog.js";
export type {
  AnswerKeys,
  Catalog,
  CatalogPart,
  Group,
  Listing,
  Location,
  Message,
  MessageText,
  Platform,
  Provider,
} from "./catalog/catalog.js";
export type { Renamed } from "./catalog/names.js";
export type { Question, QuestionKind, Survey } from "./catalog/catalog.js";

export {
  cursorExpired,
  epochExpired,
  type ChangeReader,
  type ChangeSlice,
  type ChangeState,
  type FeedRevision,
} from "./feed/feed.js";
export type { ChangedKeys, EntryKeyReader, EntryKeys, NewestEntry } from "./feed/feed.js";
export type { Delivery, PackedItems } from "./feed/feed.js";
export type {
  Beforehand,
  FeedBatch,
  FeedEntry,
  FeedFilter,
  FeedId,
  FeedList,
  FeedOrder,
  FeedPosition,
  FeedReader,
  FeedSlice,
  FeedWriter,
  Rated,
} from "./feed/feed.js";
export { isStoredPacked } from "./feed/feed.js";
export { currentFingerprint, itemFingerprints } from "./feed/item-fingerprints.js";
export { newBulk, type Bulk, type BulkStore, type KeyedStore } from "./feed/publication.js";
export type { ChangedEntry, Progress, Reached } from "./feed/feed.js";
export type { PublicList } from "./feed/feed.js";
export { isOfResponses, publicIdOf, publicListOf, publicLists, responsesPrefix } from "./feed/feed.js";
export type { RatingCount, RatingFilter, RatingReader, RatingSelection, ShownSelection } from "./feed/feed.js";
export type { PublishedRecord, RecordPage, RecordStore } from "./feed/publication.js";
export type { FeedSealer, SealOptions } from "./feed/feed.js";
export { countedLists } from "./feed/list-counts.js";
export type { CountedList, CountStore, ListCounts } from "./feed/list-counts.js";

export type { FilterQuery } from "./lists/filters.js";

export type { StoredResponse, StoredResponseStore } from "./unit-of-work/once.js";
export type { WriteOptions } from "./unit-of-work/once.js";

export type { CalendarDate } from "./kernel/times.js";
export { parseCalendarDate } from "./kernel/times.js";
export type { Cancellation } from "./kernel/storage.js";
export type { Cents } from "./kernel/numbers.js";
export { defined } from "./kernel/json.js";
export {
  DomainError,
  conflict,
  firstOf,
  invalid,
  invalidParameter,
  isDomainError,
  maxProblems,
  notFound,
  tooLarge,
  unavailable,
  unprocessable,
} from "./kernel/domain-error.js";
export type { ErrorKind, Problem } from "./kernel/domain-error.js";
export { parseEmail } from "./kernel/contact-details.js";
export type { EmailAddress } from "./kernel/contact-details.js";
export type {
  AccountId,
  AnyId,
  AppointmentId,
  ClientId,
  CredentialId,
  UploadId,
  HostUserId,
  ImportRunId,
  UserId,
} from "./kernel/ids.js";
export { accountIdOf, parseId } from "./kernel/ids.js";
export { isoInstant, parseInstant, toSecond } from "./kernel/times.js";
export type { Clock, Instant } from "./kernel/times.js";
export type { JobLease, JobName, JobRequest, JobStore, OnHeld, ProcessPort } from "./kernel/jobs.js";
export type { ItemKeys } from "./kernel/ids.js";
export { faultOfJson, isJsonObject, type JsonObject, parseJsonObject } from "./kernel/json.js";
export { maxLabelLength } from "./kernel/line-fields.js";
export { nearestOf } from "./kernel/text.js";
export type { Phone } from "./kernel/contact-details.js";
export { parsePhone } from "./kernel/contact-details.js";
export { tokenKinds } from "./accounts/audit-trail.js";
export type { CallerKind, CredentialKind, Principal, RequestOrigin, TokenKind } from "./accounts/audit-trail.js";
export type { Secrets } from "./kernel/encodings.js";
export { slots } from "./kernel/slots.js";
export { localDate, parseTimeZone, startOfDay, utc } from "./kernel/times.js";
export type { TimeZone } from "./kernel/times.js";
export type { AppliedWindow, Window } from "./kernel/window.js";

export type { ListPage } from "./lists/list-query.js";
export type { KeyQuery, ListQuery, PageQuery, WithMember } from "./lists/list-query.js";
export { readItems } from "./lists/read-list.js";
export type { AnyItem, ItemSource, ListReading } from "./lists/read-list.js";

export type { BundlePart, LoadStore, PartPlace, StoredLoad } from "./records/load-store.js";

export type { IdReader, NumberedKind } from "./records/record-type.js";
export type { ErasedIdentifier, ErasedPeopleStore } from "./records/personal-data.js";
