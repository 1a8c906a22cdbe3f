import type { InviteId, LocationId, MessageId, PlatformId, ProviderId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Phone } from "../kernel/phone.js";

/** How invites are sent. */
export const inviteTypes = ["sms", "email"] as const;
export type InviteType = (typeof inviteTypes)[number];

/** A patient's visit, and what the patient did with the invite that followed; `null` is unknown. */
export type Invite = {
  readonly id: InviteId;
  readonly type: InviteType;
  /** Phone number or e-mail address, as it was sent. */
  readonly sentTo: string;
  /** The same as a number by which patients are found; `null` for an e-mail address. */
  readonly phone: Phone | null;
  /** The planned time of an invite that waits. */
  readonly sentAt: Instant;
  /** Whether the invite waits for its planned time. Until it is due, it is in no list, and nothing shows when it is sent. */
  readonly isWaiting: boolean;
  /** Who sent it; empty when it was sent by itself. */
  readonly sentBy: string;
  readonly customerName: string | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  readonly messageId: MessageId | null;
  readonly platformId: PlatformId | null;
  readonly openedAt: Instant | null;
  /** Which platforms the patient went to, and when. */
  readonly clicks: readonly InviteClick[];
  readonly proceededToReview: boolean;
  readonly reviewRating: number | null;
  readonly status: string;
  /** The practice's own fields, by name. */
  readonly extras: Readonly<Record<string, string>>;
  /** Of the patient, where an import knew it. */
  readonly patientId: string | null;
  /** Which appointment it follows, as imports tell appointments apart. */
  readonly visit: string | null;
};

/** Status of an invite that an import has planned and that was not sent. */
export const plannedStatus = "scheduled";

export const isPlanned = ({ status }: Pick<Invite, "status">): boolean => status === plannedStatus;

/** Whether the planned time of an invite has come. */
export const isDue = ({ isWaiting, sentAt }: Pick<Invite, "isWaiting" | "sentAt">, now: Instant): boolean =>
  !isWaiting || sentAt <= now;

export type InviteClick = { readonly at: Instant; readonly name: string };
