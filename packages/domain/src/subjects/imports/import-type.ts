import { contactOf, parseEmail, parsePhone } from "../../foundation/kernel/contact-details.js";
import { conflict } from "../../foundation/kernel/domain-error.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import { pagesAfter, type Ports, type ReadStores, type Stores } from "../../foundation/kernel/storage.js";
import { day, type Instant, plus } from "../../foundation/kernel/times.js";
import { factsFrom, foundInParts, type Identity, isOf } from "../../foundation/records/personal-data.js";
import {
  fileRows,
  type Looking,
  type Mention,
  type ReadAccount,
  type RecordType,
  type UploadedFile,
} from "../../foundation/records/record-type.js";
import { type Appointment, patientFacts } from "../appointments/appointment.js";
import { discardStaged, finishRuns, type StagedInvite, type StagedRows, stagedRowsOf } from "./apply.js";
import { renderRuns } from "./import-item.js";
import {
  type ImportErrorItem,
  type StagedPart,
  type StoredRun,
  type WithdrawnPerson,
  type JournalEntry,
  type JournalPlace,
  journalSteps,
} from "./import-run.js";
import { tidyAttempts } from "./imports.js";
import { type ChangedRecord, journalRetention } from "./journal.js";
import { publishDueInvitesOf } from "./planned-invites.js";
import type { Invite } from "../invites/invite.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { withoutPeople } from "./withdrawals.js";

/** Record type for import runs. While a run is being stored, loads must not change its appointments and invites. */
export const importRunType: RecordType<"import_run"> = {
  kind: "import_run",
  lists: { renderAgain: renderRuns },
  mentions: runMentions,
  protect: async (kind, ids, { stores, account }) => refuseUnfinished(stores, account, kind, ids),
  async tidy(ports, account) {
    await tidyImports(ports)(account);
    await publishDueInvitesOf(ports, account);
  },
};

/**
 * Treats an unfinished import run as a reference to every location, provider and message that a bundle deletes.
 * The rows of the run are not searched for actual references.
 */
async function* runMentions({ left, read }: Looking): AsyncGenerator<Mention> {
  const [waiting] = await read(({ importRuns }, account) => importRuns.incomplete(account));
  if (!waiting) return;
  for (const kind of ["location", "provider", "message"]) {
    for (const id of left(kind)) yield { kind, id, by: `import ${waiting.run.id}, which is still running,` };
  }
}

/**
 * Throws `import_unfinished` if one of the appointment or invite ids belongs to an unfinished import run.
 * Such a run adds index keys after its records, so a record that is changed meanwhile would get stale keys.
 */
async function refuseUnfinished(
  { importRuns }: Pick<Stores, "importRuns">,
  account: AccountId,
  type: string,
  ids: readonly number[],
): Promise<void> {
  const kind = type === "appointment" ? "appointments" : type === "invite" ? "invites" : undefined;
  if (!kind) return;
  for (const { firstIds, nextIds } of await importRuns.incomplete(account)) {
    const changed = ids.find((id) => id >= firstIds[kind] && id < nextIds[kind]);
    if (changed === undefined) continue;
    const message = `an unfinished import is storing ${kind} with ids of ${firstIds[kind]} or higher; load ${kind} with such ids after the import has finished`;
    throw conflict("import_unfinished", message);
  }
}

/** Maximum time for checking a file, in milliseconds. If no import has used the file's rows by then, they are deleted. */
const patience = day;

/**
 * Cleans up interrupted imports. Completes the runs whose rows were all checked, and deletes the staged rows of other
 * runs.
 */
function tidyImports(ports: Ports) {
  return async (account: AccountId): Promise<void> => {
    await finishRuns(ports)(account);
    const before = plus(ports.clock(), -patience);
    const abandoned = await ports.storage.read(account, ({ stagedRows }) => stagedRows.abandoned(account, before));
    await tidyAttempts(ports, account, before);
    for (const staging of abandoned) await discardStaged(ports, account, staging);
  };
}

const errorRows = fileRows({
  files: runsOf,
  page: ({ importErrors }, account, run, page) => importErrors.page(account, { run, ...page }),
  listOf: ({ side }) => `integration-imports/${side}`,
  factsOf: ({ json }) => errorFacts(JSON.parse(json) as ImportErrorItem),
  remove: ({ importErrors }, account, run, ids) => importErrors.remove(account, run, ids),
});

/**
 * Record type for error rows of imports, and for the details of rows that withdraw unknown appointments. Deleting them
 * does not change the counters of an import.
 */
export const importErrorType: RecordType<"import_error"> = {
  kind: "import_error",
  ofPerson: {
    async *rows(stores, account) {
      yield* errorRows.ofPerson?.rows?.(stores, account) ?? [];
      for await (const { withdrawals } of storedRuns((work) => work(stores, account))) {
        yield withdrawals.named.flatMap(({ person }) =>
          person ? [{ key: person, facts: person, record: person }] : [],
        );
      }
    },
    async find(stores, account, person, onRows) {
      const errors = await errorRows.ofPerson.find(stores, account, person, onRows);
      const found = [errors];
      function isFound(one: WithdrawnPerson): boolean {
        if (!isOf(person, one) && !person.isNamed?.(one)) return false;
        person.note?.(one, one);
        return true;
      }
      const details = detailsOf((work) => work(stores, account), isFound);
      for await (const { count, remove } of details) found.push({ count, erase: remove });
      return {
        ...errors,
        count: found.reduce((sum, { count }) => sum + count, 0),
        async erase(work) {
          for (const { erase } of found) await erase(work);
        },
      };
    },
  },
  async *uploadedBefore(read, before) {
    yield* errorRows.uploadedBefore(read, before);
    yield* detailsOf(read, () => true, before);
  },
};

/** Finds the details of rows that withdraw unknown appointments, run by run, if the run was uploaded before a time. */
async function* detailsOf(read: ReadAccount, isGone: (person: WithdrawnPerson) => boolean, before = everything) {
  for await (const { run, ...stored } of storedRuns(read)) {
    const { count } = withoutPeople({ run, ...stored }, isGone);
    if (count === 0 || run.uploadedAt >= before) continue;
    async function remove({ stores, account }: Pick<UnitOfWork, "stores" | "account">): Promise<void> {
      const current = await stores.importRuns.byId(account, run.id);
      if (current) await stores.importRuns.save(account, withoutPeople(current, isGone).stored);
    }
    yield { count, remove };
  }
}

const limit = 100;
const everything = Number.MAX_SAFE_INTEGER as Instant;

async function* runsOf(read: ReadAccount): AsyncGenerator<UploadedFile<ImportRunId>> {
  for await (const { run, isComplete } of storedRuns(read)) yield isComplete ? run : { id: run.id };
}

/** Reads all runs of an account, starting with the incomplete ones. */
async function* storedRuns(read: ReadAccount): AsyncGenerator<StoredRun> {
  const unfinished = await read(({ importRuns }, account) => importRuns.incomplete(account));
  yield* unfinished.filter(({ undo }) => undo === null);
  const pages = pagesAfter<StoredRun>(limit, (last) =>
    read(({ importRuns }, account) =>
      importRuns.page(account, { before: last?.run.id ?? Number.MAX_SAFE_INTEGER, limit, tests: true }),
    ),
  );
  for await (const runs of pages) yield* runs;
}

/** Returns the data in an error row that identifies the patient. */
const errorFacts = ({ patient_id: id, phone, email }: ImportErrorItem) =>
  factsFrom(id.trim() || null, [parsePhone(phone ?? ""), parseEmail(email ?? "")]);

/**
 * Record type for staged rows, which an import has checked but not yet stored.
 * An erasure does not use these rows to find further identifiers of a person.
 */
export const stagedRowType: RecordType<"staged_row"> = {
  kind: "staged_row",
  ofPerson: foundInParts(partsOf, ({ staging, part }, { stores, account }) =>
    stores.stagedRows.replace(account, staging, part),
  ),
};

/** Yields every staged batch after removing a person's records from it. */
async function* partsOf({ importRuns, stagedRows }: ReadStores, account: AccountId, identity: Identity) {
  const decided = (await importRuns.incomplete(account)).map(({ staging }) => staging);
  for (const staging of [...decided, ...(await stagedRows.abandoned(account, everything))]) {
    for (let after = -1; ;) {
      const [part] = await stagedRows.next(account, staging, after, 1);
      if (!part) break;
      yield { staging, ...without(identity, part) };
      after = part.position;
    }
  }
}

function without(identity: Identity, part: StagedPart) {
  const rows = stagedRowsOf(part);
  const isOther = ({ patientId, contact }: StagedInvite) => !isOf(identity, factsFrom(patientId, [contact]));
  const left = {
    ...rows,
    appointments: rows.appointments.filter((one) => !isOf(identity, patientFacts(one))),
    invites: rows.invites.filter(isOther),
    corrections: rows.corrections.filter(isOther),
    withdrawals: rows.withdrawals.filter((one) => !isOf(identity, one)),
    errors: rows.errors.filter(({ item }) => !isOf(identity, errorFacts(item))),
  };
  return { part: { ...part, body: JSON.stringify(left) }, removed: countOf(rows) - countOf(left) };
}

const countOf = ({ appointments, invites, corrections, withdrawals, errors }: StagedRows): number =>
  [appointments, invites, corrections, withdrawals, errors].reduce((sum, { length }) => sum + length, 0);

/** Record type for the journal of imports, which has the changed records as they were before. */
export const importChangeType: RecordType<"import_change"> = {
  kind: "import_change",
  ofPerson: foundInParts(changesAbout, ({ entry }, { stores, account }) => stores.journal.replace(account, entry)),
  tidy: forgetChanges,
};

const start: JournalPlace = { run: 0 as ImportRunId, step: journalSteps.amended, position: -1 };

/** Yields every journal entry with earlier versions of records, after removing a person's records from it. */
async function* changesAbout({ journal }: ReadStores, account: AccountId, identity: Identity) {
  for await (const [entry] of pagesAfter<JournalEntry>(1, (last) => journal.page(account, last ?? start, 1))) {
    if (!entry) return;
    if (entry.step !== journalSteps.appointments && entry.step !== journalSteps.invites) continue;
    const changes = JSON.parse(entry.body) as readonly ChangedRecord<Appointment | Invite>[];
    let removed = 0;
    const left = changes.map((one) => {
      if (one.before === null || !isOf(identity, factsOfRecord(one.before))) return one;
      removed += 1;
      return { ...one, before: null };
    });
    yield { entry: { ...entry, body: JSON.stringify(left) }, removed };
  }
}

const factsOfRecord = (one: Appointment | Invite) =>
  "phones" in one ? patientFacts(one) : factsFrom(one.patientId, [one.phone ?? contactOf(one.sentTo)]);

const entriesAtOnce = 50;

/** Deletes the journal of runs that can no longer be undone, in small transactions. */
async function forgetChanges({ storage, clock }: Ports, account: AccountId): Promise<void> {
  const before = plus(clock(), -journalRetention);
  const forget = () =>
    storage.transact(account, async ({ importRuns, journal }) => {
      const entries = await journal.page(account, start, entriesAtOnce);
      const run = entries[0] && (await importRuns.byId(account, entries[0].run));
      if (!run || (run.journaledAt ?? 0) >= before) return 0;
      const old = entries.filter((one) => one.run === run.run.id);
      await journal.remove(account, old);
      return old.length;
    });
  while ((await forget()) > 0);
}
