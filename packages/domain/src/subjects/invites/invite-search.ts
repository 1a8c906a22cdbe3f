import type { InviteId, ProviderId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Invite } from "./invite.js";

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
