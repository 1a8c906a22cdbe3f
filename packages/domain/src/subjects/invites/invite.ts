import type { InviteId, LocationId, MessageId, PlatformId, ProviderId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";

/** Channels for sending invites. */
export const inviteTypes = ["sms", "email"] as const;
export type InviteType = (typeof inviteTypes)[number];

/** An invite after a patient's visit, and what the patient did with it. Unknown values are `null`. */
export type Invite = {
  readonly id: InviteId;
  readonly type: InviteType;
  /** Phone number or email address, as sent. */
  readonly sentTo: string;
  /** Normalized phone number that identifies patients. `null` for an email address. */
  readonly phone: Phone | null;
  /** Time at which the invite was sent. For a waiting invite, the planned time. */
  readonly sentAt: Instant;
  /**
   * Whether the invite waits for its planned time. A waiting invite is in no list, and no response shows its planned
   * time.
   */
  readonly isWaiting: boolean;
  /** Sender of the invite. Empty if the invite was sent automatically. */
  readonly sentBy: string;
  readonly customerName: string | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  readonly messageId: MessageId | null;
  readonly platformId: PlatformId | null;
  readonly openedAt: Instant | null;
  /** Platforms that the patient visited, with the time of each click. */
  readonly clicks: readonly InviteClick[];
  readonly proceededToReview: boolean;
  readonly reviewRating: number | null;
  readonly status: string;
  readonly extras: Readonly<Record<string, string>>;
  /** Patient id. `null` unless an import provided one. */
  readonly patientId: string | null;
  /** Visit key of the appointment, as created by imports. */
  readonly visit: string | null;
};

/** Status of an invite that an import planned and that was not sent. */
export const plannedStatus = "scheduled";

export const isPlanned = ({ status }: Pick<Invite, "status">): boolean => status === plannedStatus;

/** Whether an invite is due at `now`. */
export const isDue = ({ isWaiting, sentAt }: Pick<Invite, "isWaiting" | "sentAt">, now: Instant): boolean =>
  !isWaiting || sentAt <= now;

export type InviteClick = { readonly at: Instant; readonly name: string };
