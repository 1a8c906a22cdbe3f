import type { InviteId, ProviderId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Invite } from "./invite.js";

/** Key that finds the invites of a patient or of a visit. */
export type InviteKey = { readonly kind: "phone" | "email" | "patient" | "visit"; readonly value: string };

/**
 * Search for invites. `providerId` selects the invites of a provider, or with `null` the invites without a provider.
 */
export type InviteSearch = InviteKey & {
  readonly providerId?: ProviderId | null;
  /** Excludes invites sent at `after`, and includes invites sent at `until`. */
  readonly after: Instant;
  readonly until: Instant;
};

/** An invite that a search found. */
export type FoundInvite = { readonly id: InviteId; readonly sentAt: Instant };

/** Returns all keys that find an invite. */
export function keysOfInvite({ phone, sentTo, patientId, visit }: Invite): readonly InviteKey[] {
  const email = sentTo.includes("@") ? sentTo.trim().toLowerCase() : null;
  return [
    ...(phone === null ? [] : [{ kind: "phone" as const, value: phone }]),
    ...(email === null ? [] : [{ kind: "email" as const, value: email }]),
    ...(patientId === null ? [] : [{ kind: "patient" as const, value: patientId }]),
    ...(visit === null ? [] : [{ kind: "visit" as const, value: visit }]),
  ];
}

/** Whether an invite matches a search. */
export function findsInvite(search: InviteSearch, invite: Invite): boolean {
  const { kind, value, providerId, after, until } = search;
  return (
    invite.sentAt > after &&
    invite.sentAt <= until &&
    (providerId === undefined || invite.providerId === providerId) &&
    keysOfInvite(invite).some((key) => key.kind === kind && key.value === value)
  );
}
