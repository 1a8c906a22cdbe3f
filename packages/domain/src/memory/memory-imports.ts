import type { PartPlace } from "../foundation/records/load-store.js";
import type { Stores } from "../ports.js";
import type { JournalPlace, RunPage, StoredRun } from "../subjects/imports/import-run.js";
import { isUnfinished, type PatientFile, type PatientFilePage } from "../subjects/patient-surveys/patient-file.js";
import { ascending, type Draft, placeKey, tableOf } from "./account-state.js";

/** Creates the stores of imports of appointment files, bundles and patient files. */
export const importStores = (draft: Draft) =>
  ({
    importConnections: connectionStore(draft),
    stops: stopStore(draft),
    importRuns: runStore(draft),
    importAttempts: attemptStore(draft),
    importErrors: errorStore(draft),
    stagedRows: stagedRowStore(draft),
    journal: journalStore(draft),
    loads: loadStore(draft),
    patientFiles: patientFileStore(draft),
    patientWarnings: patientWarningStore(draft),
    surveyVisits: surveyVisitStore(draft),
  }) satisfies Partial<Stores>;

function connectionStore(draft: Draft): Stores["importConnections"] {
  const connections = tableOf(draft, "importConnections");
  return {
    all: async () => connections.rows().sort((a, b) => (a.name < b.name ? -1 : 1)),
    save: async (_account, saved) => connections.save(saved),
    remove: async (_account, names) => connections.remove(names),
  };
}

function stopStore(draft: Draft): Stores["stops"] {
  const stops = tableOf(draft, "stops");
  return {
    among: async (_account, contacts) => stops.among([...new Set(contacts)]),
    page: async (_account, { after, limit }) =>
      stops
        .rows(({ contact }) => contact > after)
        .sort((a, b) => (a.contact < b.contact ? -1 : 1))
        .slice(0, limit),
    save: async (_account, saved) => stops.save(saved),
    remove: async (_account, contacts) => stops.remove(contacts),
  };
}

function runStore(draft: Draft): Stores["importRuns"] {
  const table = tableOf(draft, "importRuns");
  const oldestFirst = (condition?: (run: StoredRun) => boolean) =>
    table.rows(condition).sort((a, b) => a.run.id - b.run.id);
  return {
    last: async () => oldestFirst().at(-1),
    byId: async (_account, id) => table.get(id),
    incomplete: async () => oldestFirst(({ isComplete }) => !isComplete),
    withDigest: async (_account, digest) =>
      oldestFirst((run) => run.isComplete && !run.undo && run.digest === digest).at(-1),
    undone: async () => oldestFirst(({ undo }) => undo !== null),
    page: async (_account, page) =>
      oldestFirst((run) => isOnRunPage(run, page))
        .reverse()
        .slice(0, page.limit),
    save: async (_account, run) => table.save([run]),
  };
}

const isOnRunPage = ({ run, isComplete, undo }: StoredRun, { before, from, to, tests, unfinished }: RunPage): boolean =>
  (unfinished || isComplete || undo !== null) &&
  run.id < before &&
  (tests || !run.isTest) &&
  (from === undefined || run.startDate >= from) &&
  (to === undefined || run.startDate < to);

function attemptStore(draft: Draft): Stores["importAttempts"] {
  const attempts = tableOf(draft, "importAttempts");
  return {
    byId: async (_account, id) => attempts.get(id),
    page: async (_account, { before, limit }) =>
      attempts
        .rows(({ id }) => id < before)
        .sort((a, b) => b.id - a.id)
        .slice(0, limit),
    unfinished: async () =>
      attempts.rows(({ status, run }) => status === "running" || (status === "failed" && run !== null)).sort(ascending),
    save: async (_account, attempt) => attempts.save([attempt]),
  };
}

function errorStore(draft: Draft): Stores["importErrors"] {
  const errors = tableOf(draft, "importErrors");
  return {
    save: async (_account, run, saved) =>
      errors.save(
        saved.map(({ side, row, item }) => ({
          ...{ run, type: item.error_type, id: item.id, side, row, json: JSON.stringify(item) },
        })),
      ),
    remove: async (_account, run, ids) => void errors.removeAll((one) => one.run === run && ids.includes(one.id)),
    page: async (_account, { run, side, types, after, limit }) =>
      errors
        .rows((one) => one.run === run && one.id > after && (side ?? one.side) === one.side)
        .filter((one) => types?.includes(one.type) ?? true)
        .sort(ascending)
        .slice(0, limit)
        .map(({ type: _, ...error }) => error),
  };
}

function stagedRowStore(draft: Draft): Stores["stagedRows"] {
  const staged = tableOf(draft, "stagedRows");
  const runs = tableOf(draft, "importRuns");
  const partsOf = (staging: string) => staged.get(staging)?.parts ?? [];
  return {
    add: async (_account, staging, parts, now) => {
      const since = staged.get(staging)?.since ?? now;
      staged.save([{ staging, since, parts: [...partsOf(staging), ...parts] }]);
    },
    next: async (_account, staging, after, limit) =>
      partsOf(staging)
        .filter(({ position }) => position > after)
        .slice(0, limit),
    replace: async (_account, staging, part) => {
      const replaced = (one: typeof part) => (one.position === part.position ? part : one);
      staged.save(staged.among([staging]).map((before) => ({ ...before, parts: before.parts.map(replaced) })));
    },
    remove: async (_account, staging, upTo) => {
      const parts = partsOf(staging);
      const left = parts.filter(({ position }) => position > upTo);
      if (left.length === 0) staged.remove([staging]);
      else staged.save(staged.among([staging]).map((before) => ({ ...before, parts: left })));
      return parts.length - left.length;
    },
    abandoned: async (_account, before) => {
      const decided = new Set(runs.rows().map(({ staging }) => staging));
      return staged.rows(({ staging, since }) => since < before && !decided.has(staging)).map(({ staging }) => staging);
    },
  };
}

function journalStore(draft: Draft): Stores["journal"] {
  const journal = tableOf(draft, "journal");
  return {
    add: async (_account, entries) => journal.save(entries.filter((one) => !journal.get(placeKey(one)))),
    page: async (_account, after, limit) =>
      journal
        .rows((one) => byJournalPlace(one, after) > 0)
        .sort(byJournalPlace)
        .slice(0, limit),
    last: async (_account, run, limit) =>
      journal
        .rows((one) => one.run === run)
        .sort((one, other) => byJournalPlace(other, one))
        .slice(0, limit),
    replace: async (_account, entry) => journal.save([entry]),
    remove: async (_account, places) => journal.remove(places.map(placeKey)),
  };
}

const byJournalPlace = (one: JournalPlace, other: JournalPlace): number =>
  one.run - other.run || one.step - other.step || one.position - other.position;

function loadStore(draft: Draft): Stores["loads"] {
  const table = tableOf(draft, "loadParts");
  const partsOf = (name: string) => table.rows(({ staging }) => staging === name).map(({ part }) => part);
  const next = (name: string, after: PartPlace) =>
    partsOf(name)
      .filter((part) => byPlace(part, after) > 0)
      .sort(byPlace)[0];
  const beginning = { step: -1, position: -1 };
  return {
    last: async () => draft.state.load,
    save: async (_account, load) => draft.change({ load }),
    stage: async (_account, staging, parts, addedAt) => table.save(parts.map((part) => ({ staging, addedAt, part }))),
    async first(_account, staging) {
      const found = next(staging, beginning);
      return found && { step: found.step, position: found.position };
    },
    next: async (_account, staging, after = beginning) => next(staging, after),
    count: async (_account, staging) => partsOf(staging).length,
    remove: async (_account, name, place) =>
      void table.removeAll(({ staging, part }) => staging === name && byPlace(part, place) === 0),
    discard: async (_account, name) => table.removeAll(({ staging }) => staging === name),
    abandoned: async (_account, before) => {
      const recent = table.rows(({ addedAt }) => addedAt >= before).map(({ staging }) => staging);
      const known = new Set([...recent, draft.state.load?.staging]);
      return [...new Set(table.rows(({ staging }) => !known.has(staging)).map(({ staging }) => staging))];
    },
  };
}

const byPlace = (one: PartPlace, other: PartPlace): number => one.step - other.step || one.position - other.position;

function patientFileStore(draft: Draft): Stores["patientFiles"] {
  const files = tableOf(draft, "patientFiles");
  return {
    byId: async (_account, id) => files.get(id),
    withDigest: async (_account, digest) =>
      files
        .rows((file) => file.status === "Done" && file.digest === digest)
        .sort(ascending)
        .at(-1),
    unfinished: async () => files.rows(isUnfinished).sort(ascending),
    page: async (_account, page) =>
      files
        .rows((file) => isOnFilePage(file, page))
        .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
        .slice(0, page.limit),
    save: async (_account, file) => files.save([file]),
  };
}

const isOnFilePage = (
  { id, createdAt, type }: PatientFile,
  { window, type: requested, after }: PatientFilePage,
): boolean =>
  createdAt >= (window.from ?? -Infinity) &&
  createdAt < (window.to ?? Infinity) &&
  (requested ?? type) === type &&
  (!after || createdAt < after.createdAt || (createdAt === after.createdAt && id < after.id));

function patientWarningStore(draft: Draft): Stores["patientWarnings"] {
  const table = tableOf(draft, "patientWarnings");
  return {
    append: async (_account, file, warnings) => table.save(warnings.map((warning) => ({ file, warning }))),
    page: async (_account, { file, after, limit }) =>
      table
        .rows((one) => one.file === file && one.warning.id > after)
        .map(({ warning }) => warning)
        .sort(ascending)
        .slice(0, limit),
    remove: async (_account, file, ids) =>
      void table.removeAll((one) => one.file === file && ids.includes(one.warning.id)),
  };
}

function surveyVisitStore(draft: Draft): Stores["surveyVisits"] {
  const table = tableOf(draft, "surveyVisits");
  return {
    save: async (_account, file, part) => table.save([{ file, part }]),
    next: async (_account, file, after) =>
      table
        .rows((one) => one.file === file && one.part.position > after)
        .map(({ part }) => part)
        .sort((a, b) => a.position - b.position)[0],
    remove: async (_account, file, position) =>
      void table.removeAll((one) => one.file === file && one.part.position === position),
  };
}
