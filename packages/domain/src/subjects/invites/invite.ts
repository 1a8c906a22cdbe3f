import type { InviteId, LocationId, MessageId, PlatformId, ProviderId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";

/** Channels for sending invites to patients. */
export const inviteTypes = ["sms", "email"] as const;
export type InviteType = (typeof inviteTypes)[number];

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

export type InviteClick = { readonly at: Instant; readonly name: string };
