import type { InviteId, ProviderId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Invite } from "./invite.js";

/** By what the invites of a patient, or of one visit, are found. */
export type InviteKey = { readonly kind: "phone" | "email" | "patient" | "visit"; readonly value: string };

/** Which invites to look for: those of a provider, of none (`null`), or of all (absent). */
export type InviteSearch = InviteKey & {
  readonly providerId?: ProviderId | null;
  /** Sent after `after` and not after `until`. */
  readonly after: Instant;
  readonly until: Instant;
};

/** An invite that a search found. */
export type FoundInvite = { readonly id: InviteId; readonly sentAt: Instant };

/** Every key by which an invite is found. */
export function keysOfInvite({ phone, sentTo, patientId, visit }: Invite): readonly InviteKey[] {
  const email = sentTo.includes("@") ? sentTo.trim().toLowerCase() : null;
  return [
    ...(phone === null ? [] : [{ kind: "phone" as const, value: phone }]),
    ...(email === null ? [] : [{ kind: "email" as const, value: email }]),
    ...(patientId === null ? [] : [{ kind: "patient" as const, value: patientId }]),
    ...(visit === null ? [] : [{ kind: "visit" as const, value: visit }]),
  ];
}

/** Whether a search finds an invite. */
export function findsInvite(search: InviteSearch, invite: Invite): boolean {
  const { kind, value, providerId, after, until } = search;
  return (
    invite.sentAt > after &&
    invite.sentAt <= until &&
    (providerId === undefined || invite.providerId === providerId) &&
    keysOfInvite(invite).some((key) => key.kind === kind && key.value === value)
  );
}
