import type { KeptResponseStore } from "../../foundation/idempotency/kept-response-store.js";
import type { StopStore } from "../../subjects/imports/import-stores.js";
import type { ImportSide } from "../../subjects/imports/error-types.js";
import type { Contact } from "../../subjects/imports/stop.js";
import type { AccountId, ImportRunId, InviteId, PatientFileId } from "../../foundation/kernel/ids.js";
import type { NpsSurveyStore, ReviewStore } from "../../subjects/reviews/review-store.js";
import { isOf } from "./facts.js";
import { keptOf } from "./kept-of-person.js";
import type { Facts, Identity } from "../../foundation/records/record-type.js";
import type { Person } from "./person.js";
import { identityOf } from "./person.js";
import type { PeopleStores, RowOfPerson } from "./rows-of-people.js";
import { rowsOfPeople } from "./rows-of-people.js";
import type { StagedReader } from "./staged-of-person.js";
import { stagedOf } from "./staged-of-person.js";

/** Stores that finding a person needs. */
export type FindingStores = PeopleStores & {
  readonly reviews: Pick<ReviewStore, "ofInvites">;
  readonly npsSurveys: Pick<NpsSurveyStore, "ofInvites">;
  readonly stops: Pick<StopStore, "among">;
  readonly keptResponses: Pick<KeptResponseStore, "page">;
  readonly stagedRows: StagedReader;
};

type FoundError = { readonly id: number; readonly run: ImportRunId; readonly side: ImportSide };
type FoundWarning = { readonly id: number; readonly file: PatientFileId };

/** Ids of all records about a person. */
export type FoundPerson = {
  readonly identity: Identity;
  /** Number of the person's contacts that another patient has too. These contacts find no records. */
  readonly sharedContacts: number;
  readonly appointments: ReadonlySet<number>;
  readonly invites: ReadonlySet<number>;
  readonly reviews: ReadonlySet<number>;
  readonly npsSurveys: ReadonlySet<number>;
  readonly surveyResponses: ReadonlySet<number>;
  readonly calls: ReadonlySet<number>;
  readonly submissions: ReadonlySet<number>;
  readonly importErrors: readonly FoundError[];
  readonly patientWarnings: readonly FoundWarning[];
  readonly stops: readonly Contact[];
  readonly keptResponses: readonly string[];
  readonly stagedRows: number;
};

/**
 * Finds all records of an account about a person. Reads all records with identifiers up to four times, and keeps only
 * ids in memory.
 */
export async function findPerson(
  stores: FindingStores,
  account: AccountId,
  person: Person,
  onRows: (rows: number) => void,
): Promise<FoundPerson> {
  let rows = 0;
  async function each(look: (row: RowOfPerson) => void): Promise<void> {
    for await (const some of rowsOfPeople(stores, account)) {
      some.forEach(look);
      onRows((rows += some.length));
    }
  }
  const { identity, sharedContacts } = await identify(identityOf(person), each);
  const found = emptyFind();
  await each((row) => keep(found, identity, row));
  const invites = [...found.invites] as InviteId[];
  for (const { id } of await stores.reviews.ofInvites(account, invites)) found.reviews.add(id);
  for (const { id } of await stores.npsSurveys.ofInvites(account, invites)) found.npsSurveys.add(id);
  const stops = await stores.stops.among(account, [...identity.contacts] as Contact[]);
  return {
    ...{ identity, sharedContacts, ...found, stops: stops.map(({ contact }) => contact) },
    keptResponses: await keptOf(stores.keptResponses, account, identity, found.submissions),
    stagedRows: await stagedOf(stores, account, identity),
  };
}

type Each = (look: (row: { readonly facts: Facts }) => void) => Promise<void>;

/**
 * Finds further identifiers of a person. Adds the patient ids of records with a requested contact, and all contacts of
 * these patients. Excludes contacts that another patient has too, unless they were requested.
 */
async function identify(asked: Identity, each: Each) {
  const patientIds = new Set(asked.patientIds);
  if (asked.contacts.size > 0) {
    await each(({ facts }) => {
      if (facts.patientId !== null && isOf(asked, facts)) patientIds.add(facts.patientId);
    });
  }
  const contacts = new Set<string>();
  await each(({ facts }) => {
    if (facts.patientId === null || !patientIds.has(facts.patientId)) return;
    for (const contact of facts.contacts) contacts.add(contact);
  });
  const shared = new Set<string>();
  await each(({ facts }) => {
    if (facts.patientId === null || patientIds.has(facts.patientId)) return;
    for (const contact of facts.contacts) if (contacts.has(contact)) shared.add(contact);
  });
  for (const contact of shared) contacts.delete(contact);
  for (const contact of asked.contacts) contacts.add(contact);
  return { identity: { patientIds, contacts }, sharedContacts: shared.size };
}

const emptyFind = () => ({
  appointments: new Set<number>(),
  invites: new Set<number>(),
  reviews: new Set<number>(),
  npsSurveys: new Set<number>(),
  surveyResponses: new Set<number>(),
  calls: new Set<number>(),
  submissions: new Set<number>(),
  importErrors: [] as FoundError[],
  patientWarnings: [] as FoundWarning[],
});

const sets = {
  appointment: "appointments",
  invite: "invites",
  survey_response: "surveyResponses",
  submission: "submissions",
  call_conversion: "calls",
  submission_conversion: "submissions",
} as const;

/** Keeps a row that is about the person, or that led to an appointment of the person. */
function keep(found: ReturnType<typeof emptyFind>, identity: Identity, row: RowOfPerson): void {
  const led = "appointment" in row && row.appointment !== null && found.appointments.has(row.appointment);
  if (!led && !isOf(identity, row.facts)) return;
  if (row.kind === "import_error") found.importErrors.push({ id: row.id, run: row.run, side: row.side });
  else if (row.kind === "patient_warning") found.patientWarnings.push({ id: row.id, file: row.file });
  else found[sets[row.kind]].add(row.id);
}
