import { actingFor } from "../../foundation/access/authenticate.js";
import { byOperator, type Principal } from "../../foundation/accounts/audit-trail.js";
import { type EmailAddress, parseEmail, parsePhone, type Phone } from "../../foundation/kernel/contact-details.js";
import { invalid, unavailable } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { maxLabelLength } from "../../foundation/kernel/line-fields.js";
import { slots } from "../../foundation/kernel/slots.js";
import type { Cancellation, Ports, ReadStores } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import { bundleRunning, isLoading, type LoadStore } from "../../foundation/records/load-store.js";
import {
  type Facts,
  type FoundRecords,
  type Identity,
  isOf,
  lift,
  suppress,
} from "../../foundation/records/personal-data.js";
import { unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { type PersonalKind, personalTypes } from "../../subjects/record-types/record-types.js";
import { finishLoad } from "../bundle/staged-load.js";
import { namedAs, type PersonCollector, personCollector, type PersonView } from "./person-view.js";

/** Person to look up. Several patients can have the same name, so a person cannot be erased by name. */
export type PersonSearch = Person | { readonly name: string };

/** Person to erase, identified by the practice's patient id, a phone number or an email address. */
export type Person = { readonly patientId: string } | { readonly phone: string } | { readonly email: string };

export type ErasureOptions = {
  /** If true, reports the records about the person without erasing them. */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: ErasureProgress) => void;
};

export type LookUpOptions = Pick<ErasureOptions, "onProgress"> & {
  /** Caller of the API. Such searches take turns by account, and are refused while a bundle is being stored. */
  readonly by?: Principal;
  /** Signal that the caller no longer waits for the result. */
  readonly leaving?: Cancellation;
};

/** Progress of an erasure: number of records searched. */
export type ErasureProgress = { readonly phase: "searching"; readonly rows: number };

/** Result of an erasure or a dry run. */
export type ErasureReport = {
  /** False for a dry run. */
  readonly erased: boolean;
  /** Number of records about the person, by kind. */
  readonly kinds: Readonly<Record<PersonalKind, number>>;
  /** Number of the identifiers of the person and of the person's reviews. After the erasure, imports drop rows with any of these identifiers. */
  readonly suppressed: number;
  /** Number of the person's phone numbers and email addresses that were ignored because another patient has them too. */
  readonly sharedContacts: number;
  /** True if the write-ahead log of the database contains no erased data. Omitted in a dry run or without a log. */
  readonly scrubbed?: boolean;
  /** The records about the person. Only in a dry run. */
  readonly view?: PersonView;
};

/**
 * Erases all records of an account about a person, in one transaction.
 * Throws `invalid_person` if the request does not identify a person.
 */
export function erasePerson(ports: Ports) {
  const { storage, clock, secrets, operator } = ports;
  return async (account: AccountId, person: Person, options: ErasureOptions = {}): Promise<ErasureReport> => {
    const { dryRun = false, onProgress = () => {} } = options;
    const requested = identityOf(person);
    if (dryRun) return lookUpPerson(ports)(account, person, options);
    const onRows = (rows: number) => onProgress({ phase: "searching", rows });
    // Complete an accepted bundle load first. Otherwise, it would store data about the erased person later.
    await finishLoad(ports, account);
    const erased = () =>
      storage.transact(account, async (stores, now) => {
        if (await isLoading(stores, account)) return undefined;
        // A load that is still being checked detects the deletion of its lines, and starts again.
        await discardUndecided(stores.loads, account);
        const found = await findPerson(stores, account, person, onRows);
        const work = await unitOfWork(stores, account, now);
        // Erase conversions before their appointments. Otherwise, each conversion would be matched to another appointment.
        for (const { erase } of [...found.records.values()].reverse()) await erase(work);
        await suppress(stores, secrets, account, requested, { ...found.identity, reviews: reviewsIn(found) });
        const report = reportOf(found, true);
        const record = byOperator({ at: clock(), action: "erase_person", rows: rowsOf(report) }, { operator });
        await stores.audit.append(account, [record]);
        return report;
      });
    let report = await erased();
    for (; !report; report = await erased()) await finishLoad(ports, account);
    return { ...report, ...(storage.scrub && { scrubbed: await storage.scrub() }) };
  };
}

/**
 * Finds the records that an erasure of a person would remove, and for a name, the records with this name too. Changes
 * nothing, but adds a record to the audit trail. Throws `invalid_person` if the request does not identify a person, and
 * for callers of the API, `searches_busy` and `import_running`.
 */
export function lookUpPerson(ports: Ports) {
  const inTurn = slots({ atOnce: 2, maxWaiting: 30, maxPerAccount: 4 }, searchesBusy);
  async function search(
    own: Ports,
    account: AccountId,
    person: PersonSearch,
    { by, onProgress = () => {} }: LookUpOptions,
  ) {
    const { storage, clock, operator } = own;
    if (!by) await finishLoad(own, account);
    const report = await storage.read(account, async (stores) => {
      if (by && (await isLoading(stores, account))) throw bundleRunning();
      const collector = personCollector((await stores.catalog.read(account, "locations")).locations);
      const onRows = (rows: number) => onProgress({ phase: "searching", rows });
      const found = await findPerson(stores, account, person, onRows, collector);
      return { ...reportOf(found, false), view: collector.view() };
    });
    const record = byOperator({ at: clock(), action: "look_up_person", rows: rowsOf(report) }, { operator });
    await storage.transact(account, ({ audit }) => audit.append(account, [record]));
    return report;
  }
  return async (account: AccountId, person: PersonSearch, options: LookUpOptions = {}): Promise<ErasureReport> => {
    identityOf(person, searched);
    const { by, leaving } = options;
    if (!by) return search(ports, account, person, options);
    return inTurn(account, () => search(actingFor(ports, by), account, person, options), leaving);
  };
}

const searchesBusy = () => unavailable("searches_busy", "too many people are being searched; try again in a moment");

const rowsOf = ({ kinds }: ErasureReport): number => Object.values(kinds).reduce((sum, count) => sum + count, 0);

/** Deletes all staged lines of bundle loads that are still being checked. */
async function discardUndecided(loads: LoadStore, account: AccountId): Promise<void> {
  for (const name of await loads.abandoned(account, everything)) while ((await loads.discard(account, name)) > 0);
}

const everything = Number.MAX_SAFE_INTEGER as Instant;

/** Returns the ids of the person's reviews. An import stores a review under the same id again. */
const reviewsIn = ({ records }: FoundPerson): ReadonlySet<unknown> => records.get("review")?.keys ?? new Set();

function reportOf(found: FoundPerson, erased: boolean): ErasureReport {
  const { identity, records, sharedContacts } = found;
  const counts = [...records].map(([kind, { count }]) => [kind, count]);
  const kinds = Object.fromEntries(counts) as ErasureReport["kinds"];
  const suppressed = identity.patientIds.size + identity.contacts.size + reviewsIn(found).size;
  return { erased, kinds, suppressed, sharedContacts };
}

/** Keys of which a person to erase has exactly one. A name is not enough, because several patients can have it. */
const identifiers: readonly string[] = ["patientId", "phone", "email"];
const searched: readonly string[] = [...identifiers, "name"];

/**
 * Returns the identifiers in an erasure request.
 * Throws `invalid_person` unless the request has exactly one identifier, and this identifier is valid.
 */
function identityOf(person: PersonSearch, accepted = identifiers): Identity {
  const [key, value] = onlyEntry(person, accepted);
  if (key === "name") {
    if (namedAs(value)) return known([], []);
    throw invalid("invalid_person", "the name must have a first name and a last name");
  }
  if (key === "patientId") {
    if (value.trim() !== "" && value.length <= maxLabelLength) return known([value], []);
    throw invalid("invalid_person", `the patient ID must have 1 to ${maxLabelLength} characters`);
  }
  const contact: Phone | EmailAddress | null = key === "phone" ? parsePhone(value) : parseEmail(value);
  if (contact !== null) return known([], [contact]);
  const name = key === "phone" ? "phone number" : "email address";
  throw invalid("invalid_person", `the ${name} must be valid and not a placeholder`);
}

/** Checks the form of a request, because the host may be written in JavaScript. */
function onlyEntry(person: PersonSearch, accepted: readonly string[]): readonly [key: string, value: string] {
  const entries = Object.entries<unknown>(person).filter((entry) => entry[1] !== undefined);
  const [[key, value] = ["", undefined], ...others] = entries;
  if (typeof value === "string" && others.length === 0 && accepted.includes(key)) return [key, value];
  throw invalid("invalid_person", `a person must have exactly one of the keys ${accepted.join(", ")}, with a string`);
}

const known = (patientIds: readonly string[], contacts: readonly string[]): Identity => ({
  patientIds: new Set(patientIds),
  contacts: new Set(contacts),
});

/** All records of an account about a person. */
type FoundPerson = {
  readonly identity: Identity;
  /** Number of phone numbers and email addresses that the person shares with another patient. The search ignores them. */
  readonly sharedContacts: number;
  /** The person's records by kind, in the order of the report. */
  readonly records: ReadonlyMap<PersonalKind, FoundRecords>;
};

/**
 * Finds all records of an account about a person.
 * Reads all records with identifiers up to four times, because only ids are kept in memory.
 */
async function findPerson(
  stores: ReadStores,
  account: AccountId,
  person: PersonSearch,
  onRows: (rows: number) => void,
  collector?: PersonCollector,
): Promise<FoundPerson> {
  let rows = 0;
  const count = (more: number) => onRows((rows += more));
  const isNamed = "name" in person ? namedAs(person.name) : undefined;
  async function each(look: Look): Promise<void> {
    for (const { kind, ofPerson } of personalTypes) {
      for await (const some of ofPerson?.rows?.(stores, account) ?? []) {
        for (const { facts, record } of some) look(facts, kind, record);
        count(some.length);
      }
    }
  }
  const { identity, sharedContacts } = await identify(identityOf(person, searched), each, isNamed, collector);
  const records = new Map<string, FoundRecords>();
  const known = { ...identity, found: (kind: string) => records.get(kind)?.keys ?? new Set() };
  for (const { kind, ofPerson } of personalTypes) {
    const more = { ...collector?.noteOf(kind), ...(isNamed && { isNamed: (one: unknown) => isNamed(kind, one) }) };
    if (ofPerson) records.set(kind, await ofPerson.find(stores, account, { ...known, ...more }, count));
  }
  return { identity, sharedContacts, records: records as FoundPerson["records"] };
}

type Look = (facts: Facts, kind: PersonalKind, record: unknown) => void;

/**
 * Finds further identifiers of a person.
 * Adds patient ids of records with a requested contact, and all contacts of the patients with these ids.
 * Excludes contacts that another patient also has, unless they were requested.
 */
async function identify(
  requested: Identity,
  each: (look: Look) => Promise<void>,
  isNamed: ReturnType<typeof namedAs>,
  collector: PersonCollector | undefined,
) {
  const patientIds = new Set(requested.patientIds);
  if (requested.contacts.size > 0 || isNamed) {
    await each((facts, kind, record) => {
      if (facts.patientId === null) return;
      if (isOf(requested, facts) || isNamed?.(kind, record)) patientIds.add(facts.patientId);
    });
  }
  const contacts = new Set<string>();
  await each(({ patientId, contacts: known }) => {
    if (patientId === null || !patientIds.has(patientId)) return;
    for (const contact of known) contacts.add(contact);
  });
  const shared = new Set<string>();
  await each((facts, kind, record) => {
    if (facts.patientId === null || patientIds.has(facts.patientId)) return;
    for (const contact of facts.contacts.filter((one) => contacts.has(one))) {
      shared.add(contact);
      collector?.noteShared(contact, facts, kind, record);
    }
  });
  for (const contact of shared) contacts.delete(contact);
  for (const contact of requested.contacts) contacts.add(contact);
  return { identity: { patientIds, contacts }, sharedContacts: shared.size };
}

/**
 * Removes an erased person from the suppression list, so that imports store the person's rows again.
 * Returns the number of removed identifiers.
 */
export function liftSuppression({ storage, clock, secrets, operator }: Ports) {
  return async (account: AccountId, person: Person): Promise<number> => {
    const requested = identityOf(person);
    return storage.transact(account, async (stores) => {
      const rows = await lift(stores, secrets, account, requested);
      const record = byOperator({ at: clock(), action: "lift_suppression", rows }, { operator });
      await stores.audit.append(account, [record]);
      return rows;
    });
  };
}
