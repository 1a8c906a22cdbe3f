export type { AccessClaims, AccessTokens } from "./access/access-tokens.js";
export type { AssertionStore, SpentAssertion } from "./access/assertion-store.js";
export { accepted, audiences, refusedAs } from "./access/audience.js";
export type { Audience } from "./access/audience.js";
export type { CallerStore } from "./access/caller-store.js";
export type { Caller } from "./access/caller.js";
export type { HostUser } from "./access/authenticate-host-user.js";
export type { StateChange } from "./access/change-state.js";
export { readAssertion } from "./access/client-assertion.js";
export type { AssertionContext, AssertionRefusal, ClientAssertion } from "./access/client-assertion.js";
export type { ClientStore, KnownClient } from "./access/client-store.js";
export type { Client } from "./access/client.js";
export type { CredentialStore, KnownCredential, RecordOf } from "./access/credential-store.js";
export type { Credential } from "./access/credential.js";
export { isUsable } from "./access/credential.js";
export { assertionType } from "./access/exchange-token.js";
export type { IssuedToken, TokenRequest } from "./access/exchange-token.js";
export { scope } from "./access/issuer.js";
export type { IssuerOptions } from "./access/issuer.js";
export type { NewClient } from "./access/manage-clients.js";
export type { NewToken } from "./access/manage-tokens.js";
export { noPartners } from "./access/no-partners.js";
export { jwkUrlNotAllowed } from "./access/partner-keys.js";
export type { KeyHolder, PartnerKeys, SignatureRefusal, SignatureVerdict } from "./access/partner-keys.js";
export { refusalOf, refused } from "./access/refusal.js";
export type { Refusal } from "./access/refusal.js";
export type { AccountStatus } from "./accounts/account-status.js";

export type { AccountStore, SettingsStore } from "./accounts/account-store.js";
export type { Account, AccountSettings } from "./accounts/account.js";
export { accountKeyTaken, accountNotFound, type NewAccount } from "./accounts/manage-accounts.js";

export type { AuditOrigin, OperatorPort } from "./audit/audit-origin.js";
export { byOperator, byPrincipal, originText } from "./audit/audit-record.js";
export type { AuditRecord } from "./audit/audit-record.js";
export type { AuditStore, AuditWriter } from "./audit/audit-store.js";
export type { FailureCount } from "./audit/failure-count.js";
export { addFailure, dayOf, failureOf } from "./audit/failure-count.js";

export type { Campaign } from "./catalog/campaign.js";
export type {
  CampaignCatalogItem,
  GroupChild,
  GroupItem,
  GroupLocation,
  LocationItem,
  MessageItem,
  PlatformItem,
  ProviderItem,
  SurveyItem,
} from "./catalog/catalog-items.js";
export type { CatalogStore } from "./catalog/catalog-store.js";
export { catalogParts, emptyCatalog } from "./catalog/catalog.js";
export type {
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
export type { Question, QuestionKind, Survey } from "./catalog/survey.js";

export {
  cursorExpired,
  type ChangeReader,
  type ChangeSlice,
  type ChangeState,
  type FeedRevision,
} from "./feed/changes.js";
export type { EntryKeyReader, EntryKeys } from "./feed/entry-keys.js";
export type { Delivery, PackedItems } from "./feed/delivery.js";
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
export { newBulk, type Bulk, type BulkStore, type KeyedStore } from "./feed/keyed-store.js";
export type { ChangedEntry, Progress, Reached } from "./feed/progress.js";
export type { PublicList } from "./feed/public-lists.js";
export { isOfResponses, publicIdOf, publicListOf, publicLists, responsesPrefix } from "./feed/public-lists.js";
export type { RatingCount, RatingFilter, RatingReader, RatingSelection, ShownSelection } from "./feed/ratings.js";
export type { PublishedRecord, RecordPage, RecordStore } from "./feed/record-store.js";
export type { FeedSealer, SealOptions } from "./feed/sealer.js";

export type { FilterQuery } from "./filters/filter.js";

export type { StoredResponse, StoredResponseStore } from "./idempotency/stored-response-store.js";
export type { WriteOptions } from "./idempotency/once.js";

export type { CalendarDate } from "./kernel/calendar-date.js";
export { parseCalendarDate } from "./kernel/calendar-date.js";
export type { Cancellation } from "./kernel/cancellation.js";
export type { Cents } from "./kernel/cents.js";
export { defined } from "./kernel/defined.js";
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
export { parseEmail } from "./kernel/email.js";
export type { EmailAddress } from "./kernel/email.js";
export type {
  AccountId,
  AnyId,
  AppointmentId,
  ClientId,
  CredentialId,
  HostUserId,
  ImportRunId,
  UserId,
} from "./kernel/ids.js";
export { parseId } from "./kernel/ids.js";
export { isoInstant, parseInstant, toSecond } from "./kernel/instant.js";
export type { Clock, Instant } from "./kernel/instant.js";
export type { JobName, JobRequest, JobStore } from "./kernel/job-store.js";
export type { ItemKeys } from "./kernel/item-keys.js";
export { isJsonObject } from "./kernel/json-object.js";
export { maxLabelLength } from "./kernel/line-fields.js";
export { nearestOf } from "./kernel/nearest.js";
export type { Phone } from "./kernel/phone.js";
export { parsePhone } from "./kernel/phone.js";
export { tokenKinds } from "./kernel/principal.js";
export type { CallerKind, CredentialKind, Principal, RequestOrigin, TokenKind } from "./kernel/principal.js";
export type { Secrets } from "./kernel/secrets.js";
export { localDate, parseTimeZone, startOfDay, utc } from "./kernel/time-zone.js";
export type { TimeZone } from "./kernel/time-zone.js";
export type { AppliedWindow, Window } from "./kernel/window.js";

export type { ListPage } from "./lists/list-page.js";
export type { KeyQuery, ListQuery, PageQuery, WithMember } from "./lists/list-query.js";
export { readItems } from "./lists/read-items.js";
export type { AnyItem, ItemSource, ListReading } from "./lists/read-list.js";

export type { BundlePart, LoadStore, PartPlace, StoredLoad } from "./loads/load-store.js";

export type { IdReader, NumberedKind } from "./records/id-reader.js";
export type { ErasedIdentifier, ErasedPeopleStore } from "./suppression/erased-people-store.js";
