declare const brand: unique symbol;

/** Nominal type. Only the parser for `Name` converts a `Base` value to this type. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

export type AccountId = Brand<number, "AccountId">;
export type CredentialId = Brand<number, "CredentialId">;
/** Id of a partner's client. It is a string because client assertions contain it. */
export type ClientId = Brand<string, "ClientId">;
/** Id of a user in the host application. */
export type HostUserId = Brand<string, "HostUserId">;
export type LocationId = Brand<number, "LocationId">;
export type ProviderId = Brand<number, "ProviderId">;
export type ListingId = Brand<number, "ListingId">;
export type GroupId = Brand<number, "GroupId">;
export type PlatformId = Brand<number, "PlatformId">;
export type MessageId = Brand<number, "MessageId">;
export type ReviewId = Brand<number, "ReviewId">;
export type NpsSurveyId = Brand<number, "NpsSurveyId">;
export type SurveyResponseId = Brand<number, "SurveyResponseId">;
export type CallId = Brand<number, "CallId">;
export type CallImportId = Brand<number, "CallImportId">;
export type SubmissionId = Brand<number, "SubmissionId">;
export type AppointmentId = Brand<number, "AppointmentId">;
export type CampaignId = Brand<number, "CampaignId">;
export type SpendId = Brand<number, "SpendId">;
export type InviteId = Brand<number, "InviteId">;
export type ImportRunId = Brand<number, "ImportRunId">;
export type ImportAttemptId = Brand<number, "ImportAttemptId">;
export type UploadId = Brand<number, "UploadId">;
export type UserId = Brand<number, "UserId">;
export type PatientFileId = Brand<number, "PatientFileId">;

/** Any branded id: a positive safe integer. */
export type AnyId = Brand<number, string>;

/** Converts a positive safe integer to an id. Returns `undefined` for any other value. */
export function parseId<Id extends AnyId>(value: unknown): Id | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as Id) : undefined;
}

/** Converts a number, for example of a host's own table, to an account id. Throws a `TypeError` for any other value. */
export function accountIdOf(value: number): AccountId {
  const id = parseId<AccountId>(value);
  if (id === undefined) throw new TypeError("an account id must be a positive safe integer");
  return id;
}

/** Parses an id in a URL path: up to 15 digits without a leading zero. Returns `undefined` for anything else. */
export const idInPath = <Id extends AnyId>(text: string): Id | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? (Number(text) as Id) : undefined;

/** Members that the query parameter `keys` adds at the start of an item. */
export type ItemKeys = {
  /** Id of the row, unique in its list. */
  readonly _id?: string;
  /** Time of the last change to any part of the row, as an ISO 8601 timestamp in UTC. */
  readonly _changed_at?: string;
};
