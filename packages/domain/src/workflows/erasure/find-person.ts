import type { AccountId } from "../../foundation/kernel/ids.js";
import { type Facts, type FoundRecords, type Identity, isOf } from "../../foundation/records/of-person.js";
import {
  type PersonalKind,
  personalTypes,
  type RecordReads,
  type RecordStores,
} from "../../subjects/record-types/record-types.js";
import { identityOf, type Person } from "./person.js";

/** All records of an account about a person. */
export type FoundPerson = {
  readonly identity: Identity;
  /** Number of phone numbers and email addresses that the person shares with another patient. The search ignores them. */
  readonly sharedContacts: number;
  /** The person's records by kind, in the order of the report. */
  readonly records: ReadonlyMap<PersonalKind, FoundRecords<RecordStores>>;
};

/**
 * Finds all records of an account about a person.
 * Reads all records with identifiers up to four times, because only ids are kept in memory.
 */
export async function findPerson(
  stores: RecordReads,
  account: AccountId,
  person: Person,
  onRows: (rows: number) => void,
): Promise<FoundPerson> {
  let rows = 0;
  const count = (more: number) => onRows((rows += more));
  async function each(look: (facts: Facts) => void): Promise<void> {
    for (const { ofPerson } of personalTypes) {
      for await (const some of ofPerson?.rows?.(stores, account) ?? []) {
        for (const { facts } of some) look(facts);
        count(some.length);
      }
    }
  }
  const { identity, sharedContacts } = await identify(identityOf(person), each);
  const records = new Map<string, FoundRecords<RecordStores>>();
  const known = { ...identity, found: (kind: string) => records.get(kind)?.keys ?? new Set() };
  for (const { kind, ofPerson } of personalTypes) {
    if (ofPerson) records.set(kind, await ofPerson.find(stores, account, known, count));
  }
  return { identity, sharedContacts, records: records as FoundPerson["records"] };
}

/**
 * Finds further identifiers of a person.
 * Adds patient ids of records with a requested contact, and all contacts of the patients with these ids.
 * Excludes contacts that another patient also has, unless they were requested.
 */
async function identify(requested: Identity, each: (look: (facts: Facts) => void) => Promise<void>) {
  const patientIds = new Set(requested.patientIds);
  if (requested.contacts.size > 0) {
    await each((facts) => {
      if (facts.patientId !== null && isOf(requested, facts)) patientIds.add(facts.patientId);
    });
  }
  const contacts = new Set<string>();
  await each(({ patientId, contacts: known }) => {
    if (patientId === null || !patientIds.has(patientId)) return;
    for (const contact of known) contacts.add(contact);
  });
  const shared = new Set<string>();
  await each(({ patientId, contacts: known }) => {
    if (patientId === null || patientIds.has(patientId)) return;
    for (const contact of known) if (contacts.has(contact)) shared.add(contact);
  });
  for (const contact of shared) contacts.delete(contact);
  for (const contact of requested.contacts) contacts.add(contact);
  return { identity: { patientIds, contacts }, sharedContacts: shared.size };
}
