import type { AccountId, AppointmentId, InviteId } from "../../foundation/kernel/ids.js";
import { numberOfText } from "../../foundation/kernel/lookup-tables.js";
import type { Stores } from "../../foundation/kernel/storage.js";
import { day } from "../../foundation/kernel/times.js";
import type { Appointment } from "../appointments/appointment.js";
import type { Invite } from "../invites/invite.js";
import { type JournalEntry, type JournalStep, journalSteps, type StoredRun } from "./import-run.js";

/** Time for which an import can be undone. */
export const journalRetention = 90 * day;

/** Id and hash of a record that a run created. The third number is 1 if the appointment is of a new patient. */
type Created = readonly [id: number, hash: number, isNewPatient?: number];

export type CreatedRecords = { readonly appointments: readonly Created[]; readonly invites: readonly Created[] };

/** Record that a run changed or deleted. */
export type ChangedRecord<R> = {
  readonly id: number;
  /** The record before the change. `null` if the record was about a person who was erased since. */
  readonly before: R | null;
  /** Hash of the changed record. `null` if the run deleted the record. */
  readonly hash: number | null;
  /** True if a row of the file captured the appointment, as opposed to withdrawing it. */
  readonly isCaptured?: true;
  readonly isNewPatient?: true;
};

/**
 * Returns a hash of all values of an appointment. Members that are added later must not change the hashes of older
 * appointments.
 */
export const appointmentHash = (one: Appointment): number =>
  numberOfText(
    `${one.at}\n${one.bookedAt}\n${one.patientId}\n${one.patientName}\n${one.dateOfBirth}\n${one.phones.join()}\n${one.email}\n${one.locationId}\n${one.providerId}\n${one.revenue}\n${one.source?.connection}\n${one.source?.ref}\n${one.status}\n${one.statusAt}`,
  );

/** Returns a hash of all values of an invite, except for `isWaiting`, which changes at the planned time. */
export function inviteHash(one: Invite): number {
  const sent = `${one.type}\n${one.sentTo}\n${one.phone}\n${one.sentAt}\n${one.sentBy}\n${one.customerName}\n${one.locationId}\n${one.providerId}\n${one.messageId}\n${one.platformId}\n${one.status}\n${one.patientId}\n${one.visit}`;
  const clicks = one.clicks.map(({ at, name }) => `${at} ${name}`).join();
  const extras = Object.entries(one.extras).sort().join();
  return numberOfText(`${sent}\n${one.openedAt}\n${clicks}\n${one.proceededToReview}\n${one.reviewRating}\n${extras}`);
}

/** Returns whether a run created the record with this id. */
export const createdBy =
  ({ firstIds, nextIds }: Pick<StoredRun, "firstIds" | "nextIds">, kind: "appointments" | "invites") =>
  (id: number): boolean =>
    id >= firstIds[kind] && id < nextIds[kind];

/** Changes of some rows of a run, to be stored in the journal in the same transaction. */
export type Changes = ReturnType<typeof changesBy>;

/** Collects the changes that a run makes in a transaction. */
export function changesBy(stored: Pick<StoredRun, "run" | "firstIds" | "nextIds">) {
  const created: { readonly appointments: Created[]; readonly invites: Created[] } = { appointments: [], invites: [] };
  const amended: typeof created = { appointments: [], invites: [] };
  const appointments = new Map<AppointmentId, ChangedRecord<Appointment>>();
  const invites = new Map<InviteId, ChangedRecord<Invite>>();
  const isOwnAppointment = createdBy(stored, "appointments");
  const isOwnInvite = createdBy(stored, "invites");
  return {
    createdAppointment(one: Appointment, isNewPatient: boolean): void {
      const hash = appointmentHash(one);
      if (isOwnAppointment(one.id)) created.appointments.push(isNewPatient ? [one.id, hash, 1] : [one.id, hash]);
    },
    createdInvite(one: Invite): void {
      created.invites.push([one.id, inviteHash(one)]);
    },
    changedAppointment(
      before: Appointment,
      after: Appointment,
      counted: Pick<ChangedRecord<Appointment>, "isCaptured" | "isNewPatient"> = {},
    ): void {
      const hash = appointmentHash(after);
      if (isOwnAppointment(after.id)) amended.appointments.push([after.id, hash]);
      else appointments.set(after.id, { id: after.id, before, ...counted, ...appointments.get(after.id), hash });
    },
    /** Notes that an invite was changed, or deleted if `after` is `undefined`. */
    changedInvite(before: Invite, after: Invite | undefined): void {
      const hash = after === undefined ? null : inviteHash(after);
      if (!isOwnInvite(before.id)) invites.set(before.id, { id: before.id, before, ...invites.get(before.id), hash });
      else if (hash !== null) amended.invites.push([before.id, hash]);
    },
    /** Stores the changes. The position must be unique in the run, and later changes must have higher positions. */
    async store({ journal }: Pick<Stores, "journal">, account: AccountId, position: number): Promise<void> {
      const entryOf = (step: JournalStep, body: unknown, count: number): readonly JournalEntry[] =>
        count === 0 ? [] : [{ run: stored.run.id, step, position, body: JSON.stringify(body) }];
      const countOf = (some: CreatedRecords) => some.appointments.length + some.invites.length;
      const entries = [
        ...entryOf(journalSteps.amended, amended, countOf(amended)),
        ...entryOf(journalSteps.invites, [...invites.values()], invites.size),
        ...entryOf(journalSteps.created, created, countOf(created)),
        ...entryOf(journalSteps.appointments, [...appointments.values()], appointments.size),
      ];
      if (entries.length > 0) await journal.add(account, entries);
    },
  };
}
