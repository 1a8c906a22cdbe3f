import type { KeyedStore } from "../../foundation/feed/publication.js";
import type { Phone } from "../../foundation/kernel/contact-details.js";
import type {
  AccountId,
  InviteId,
  LocationId,
  MessageId,
  PlatformId,
  ProviderId,
} from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/times.js";

/** Channels for sending invites to patients. */
export const inviteTypes = ["sms", "email"] as const;

export type InviteType = (typeof inviteTypes)[number];

export type InviteClick = { readonly at: Instant; readonly name: string };

/**
 * Invite to a patient after a visit, and the patient's reactions to the invite. `null` means that the value is unknown.
 */
export type Invite = {
  readonly id: InviteId;
  readonly type: InviteType;
  /** Phone number or email address as the sender wrote it. */
  readonly sentTo: string;
  /** Normalized phone number for matching patients. `null` if the invite was sent by email. */
  readonly phone: Phone | null;
  /** Time when the invite was sent. For a waiting invite, the planned time. */
  readonly sentAt: Instant;
  /**
   * True until the planned time of the invite. A waiting invite is in no list, and no response shows its planned time.
   */
  readonly isWaiting: boolean;
  /** Name of the sender. Empty if the invite was sent automatically. */
  readonly sentBy: string;
  readonly customerName: string | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  readonly messageId: MessageId | null;
  readonly platformId: PlatformId | null;
  readonly openedAt: Instant | null;
  /** Platforms on which the patient clicked, with the time of each click. */
  readonly clicks: readonly InviteClick[];
  readonly proceededToReview: boolean;
  readonly reviewRating: number | null;
  readonly status: string;
  readonly extras: Readonly<Record<string, string>>;
  /** Patient id from an import. `null` if the invite does not come from an import. */
  readonly patientId: string | null;
  /** Key of the visit that led to the invite. Imports create this key. */
  readonly visit: string | null;
};

/** Status of an invite that an import has planned but that was not sent. */
export const plannedStatus = "scheduled";

export const isPlanned = ({ status }: Pick<Invite, "status">): boolean => status === plannedStatus;

/** Returns true if the planned time of an invite has passed, or if the invite was already sent. */
export const isDue = ({ isWaiting, sentAt }: Pick<Invite, "isWaiting" | "sentAt">, now: Instant): boolean =>
  !isWaiting || sentAt <= now;

export interface InviteStore extends KeyedStore<Invite> {
  /**
   * Returns the most recently sent invite for each search, in the order of the searches. If several were sent at the
   * same time, returns the invite with the highest id.
   */
  latest(account: AccountId, searches: readonly InviteSearch[]): Promise<readonly (FoundInvite | undefined)[]>;
  /** Returns the number of invites that each search finds, up to 100, in the order of the searches. */
  counts(account: AccountId, searches: readonly InviteSearch[]): Promise<readonly number[]>;
  /** Returns the planned invites that have one of the keys, in no particular order. */
  planned(account: AccountId, keys: readonly InviteKey[]): Promise<Invite[]>;
  /** Returns up to `limit` waiting invites with a planned time at or before `until`, earliest first. */
  waiting(account: AccountId, page: { readonly until: Instant; readonly limit: number }): Promise<Invite[]>;
  /**
   * Recomputes the due time of the account's next waiting invite.
   * `InviteDirectory.due` returns the account from this time.
   * Call this method after waiting invites were published, because saving an invite can only move the due time earlier.
   */
  noteNextDue(account: AccountId): Promise<void>;
}

/** Finds accounts with waiting invites. */
export interface InviteDirectory {
  /** Returns the accounts that may have waiting invites with a planned time at or before `now`. */
  due(now: Instant): Promise<readonly AccountId[]>;
}

/** Key for looking up the invites of a patient or a visit. */
export type InviteKey = { readonly kind: "phone" | "email" | "patient" | "visit"; readonly value: string };

/**
 * Search for invites by one key. `providerId` limits the search to one provider. `null` limits the search to invites
 * without a provider.
 */
export type InviteSearch = InviteKey & {
  readonly providerId?: ProviderId | null;
  /** Range of sending times. `after` is exclusive, `until` is inclusive. */
  readonly after: Instant;
  readonly until: Instant;
};

export type FoundInvite = { readonly id: InviteId; readonly sentAt: Instant };

/** Returns the keys of an invite: phone number, email address, patient id and visit. */
export function keysOfInvite({ phone, sentTo, patientId, visit }: Invite): readonly InviteKey[] {
  const email = sentTo.includes("@") ? sentTo.trim().toLowerCase() : null;
  return [
    ...(phone === null ? [] : [{ kind: "phone" as const, value: phone }]),
    ...(email === null ? [] : [{ kind: "email" as const, value: email }]),
    ...(patientId === null ? [] : [{ kind: "patient" as const, value: patientId }]),
    ...(visit === null ? [] : [{ kind: "visit" as const, value: visit }]),
  ];
}

export function findsInvite(search: InviteSearch, invite: Invite): boolean {
  const { kind, value, providerId, after, until } = search;
  return (
    invite.sentAt > after &&
    invite.sentAt <= until &&
    (providerId === undefined || invite.providerId === providerId) &&
    keysOfInvite(invite).some((key) => key.kind === kind && key.value === value)
  );
}
