import type { LoadStore, PartPlace } from "../foundation/records/load-store.js";
import type { ImportConnectionStore } from "../subjects/imports/import-connection.js";
import type {
  ImportAttemptStore,
  ImportErrorStore,
  ImportRunStore,
  JournalPlace,
  JournalStore,
  RunPage,
  StagedRowStore,
  StoredRun,
} from "../subjects/imports/import-run.js";
import type { StopStore } from "../subjects/imports/stops.js";
import {
  isUnfinished,
  type PatientFile,
  type PatientFilePage,
  type PatientFileStore,
  type PatientWarningStore,
} from "../subjects/patient-surveys/patient-file.js";
import type { SurveyVisitStore } from "../subjects/patient-surveys/survey-visits.js";
import type { Draft, StagedBundlePart } from "./account-state.js";

export const memoryImportConnectionStore = (draft: Draft): ImportConnectionStore => ({
  all: async () => [...draft.state.importConnections.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  save: async (_account, connections) => {
    const importConnections = draft.writable(draft.state.importConnections);
    for (const one of connections) importConnections.set(one.name, one);
    draft.change({ importConnections });
  },
  remove: async (_account, names) => {
    const importConnections = draft.writable(draft.state.importConnections);
    for (const name of names) importConnections.delete(name);
    draft.change({ importConnections });
  },
});

export const memoryStopStore = (draft: Draft): StopStore => ({
  among: async (_account, contacts) => [...new Set(contacts)].flatMap((one) => draft.state.stops.get(one) ?? []),
  save: async (_account, saved) => {
    const stops = draft.writable(draft.state.stops);
    for (const one of saved) stops.set(one.contact, one);
    draft.change({ stops });
  },
  remove: async (_account, contacts) => {
    const stops = draft.writable(draft.state.stops);
    for (const contact of contacts) stops.delete(contact);
    draft.change({ stops });
  },
});

export function memoryImportRunStore(draft: Draft): ImportRunStore {
  const runs = () => [...draft.state.importRuns.values()].sort((a, b) => b.run.id - a.run.id);
  return {
    last: async () => runs()[0],
    byId: async (_account, id) => draft.state.importRuns.get(id),
    incomplete: async () =>
      runs()
        .filter(({ isComplete }) => !isComplete)
        .reverse(),
    withDigest: async (_account, digest) => runs().find((run) => run.isComplete && !run.undo && run.digest === digest),
    undone: async () =>
      runs()
        .filter(({ undo }) => undo)
        .reverse(),
    page: async (_account, page) =>
      runs()
        .filter((run) => isOnRunPage(run, page))
        .slice(0, page.limit),
    save: async (_account, run) => {
      const importRuns = draft.writable(draft.state.importRuns);
      importRuns.set(run.run.id, run);
      draft.change({ importRuns });
    },
  };
}

const isOnRunPage = ({ run, isComplete, undo }: StoredRun, { before, from, to, tests, unfinished }: RunPage): boolean =>
  (unfinished || isComplete || undo !== null) &&
  run.id < before &&
  (tests || !run.isTest) &&
  (from === undefined || run.startDate >= from) &&
  (to === undefined || run.startDate < to);

export function memoryImportAttemptStore(draft: Draft): ImportAttemptStore {
  const attempts = () => [...draft.state.importAttempts.values()].sort((a, b) => b.id - a.id);
  return {
    byId: async (_account, id) => draft.state.importAttempts.get(id),
    page: async (_account, { before, limit }) =>
      attempts()
        .filter(({ id }) => id < before)
        .slice(0, limit),
    unfinished: async () =>
      attempts()
        .filter(({ status, run }) => status === "running" || (status === "failed" && run !== null))
        .reverse(),
    save: async (_account, attempt) => {
      const importAttempts = draft.writable(draft.state.importAttempts);
      importAttempts.set(attempt.id, attempt);
      draft.change({ importAttempts });
    },
  };
}

export const memoryImportErrorStore = (draft: Draft): ImportErrorStore => ({
  save: async (_account, run, errors) => {
    const importErrors = draft.writable(draft.state.importErrors);
    for (const { side, row, item } of errors) {
      importErrors.set(item.id, { run, type: item.error_type, id: item.id, side, row, json: JSON.stringify(item) });
    }
    draft.change({ importErrors });
  },
  remove: async (_account, run, ids) => {
    const importErrors = draft.writable(draft.state.importErrors);
    for (const id of ids) if (importErrors.get(id)?.run === run) importErrors.delete(id);
    draft.change({ importErrors });
  },
  page: async (_account, { run, side, types, after, limit }) =>
    [...draft.state.importErrors.values()]
      .filter((one) => one.run === run && one.id > after)
      .filter((one) => (side ?? one.side) === one.side && (types?.includes(one.type) ?? true))
      .sort((a, b) => a.id - b.id)
      .slice(0, limit)
      .map(({ type: _, ...error }) => error),
});

export const memoryStagedRowStore = (draft: Draft): StagedRowStore => ({
  add: async (_account, staging, parts, now) => {
    const stagedRows = draft.writable(draft.state.stagedRows);
    const before = stagedRows.get(staging);
    stagedRows.set(staging, { since: before?.since ?? now, parts: [...(before?.parts ?? []), ...parts] });
    draft.change({ stagedRows });
  },
  next: async (_account, staging, after, limit) =>
    (draft.state.stagedRows.get(staging)?.parts ?? []).filter(({ position }) => position > after).slice(0, limit),
  replace: async (_account, staging, part) => {
    const before = draft.state.stagedRows.get(staging);
    if (!before) return;
    const parts = before.parts.map((one) => (one.position === part.position ? part : one));
    draft.change({ stagedRows: draft.writable(draft.state.stagedRows).set(staging, { ...before, parts }) });
  },
  remove: async (_account, staging, upTo) => {
    const { since, parts = [] } = draft.state.stagedRows.get(staging) ?? {};
    const left = parts.filter(({ position }) => position > upTo);
    if (since === undefined || left.length === parts.length) return 0;
    const stagedRows = draft.writable(draft.state.stagedRows);
    if (left.length === 0) stagedRows.delete(staging);
    else stagedRows.set(staging, { since, parts: left });
    draft.change({ stagedRows });
    return parts.length - left.length;
  },
  abandoned: async (_account, before) => {
    const decided = new Set([...draft.state.importRuns.values()].map(({ staging }) => staging));
    return [...draft.state.stagedRows]
      .filter(([staging, { since }]) => since < before && !decided.has(staging))
      .map(([staging]) => staging);
  },
});

export function memoryJournalStore(draft: Draft): JournalStore {
  const isAt = (one: JournalPlace) => (other: JournalPlace) => byJournalPlace(one, other) === 0;
  return {
    add: async (_account, entries) => {
      const { journal } = draft.state;
      const added = entries.filter((one) => !journal.some(isAt(one)));
      draft.change({ journal: [...journal, ...added].sort(byJournalPlace) });
    },
    page: async (_account, after, limit) =>
      draft.state.journal.filter((one) => byJournalPlace(one, after) > 0).slice(0, limit),
    last: async (_account, run, limit) =>
      draft.state.journal
        .filter((one) => one.run === run)
        .reverse()
        .slice(0, limit),
    replace: async (_account, entry) =>
      draft.change({ journal: draft.state.journal.map((one) => (isAt(entry)(one) ? entry : one)) }),
    remove: async (_account, places) =>
      draft.change({ journal: draft.state.journal.filter((one) => !places.some(isAt(one))) }),
  };
}

const byJournalPlace = (one: JournalPlace, other: JournalPlace): number =>
  one.run - other.run || one.step - other.step || one.position - other.position;

export function memoryLoadStore(draft: Draft): LoadStore {
  const partsOf = (staging: string) => draft.state.loadParts.get(staging) ?? [];

  function keep(staging: string, parts: readonly StagedBundlePart[]): void {
    const loadParts = draft.writable(draft.state.loadParts);
    if (parts.length === 0) loadParts.delete(staging);
    else loadParts.set(staging, [...parts].sort(byPlace));
    draft.change({ loadParts });
  }

  return {
    last: async () => draft.state.load,
    save: async (_account, load) => draft.change({ load }),
    stage: async (_account, staging, parts, now) =>
      keep(staging, [...partsOf(staging), ...parts.map((part) => ({ ...part, addedAt: now }))]),
    async first(_account, staging) {
      const [found] = partsOf(staging);
      return found && { step: found.step, position: found.position };
    },
    async next(_account, staging, after = { step: -1, position: -1 }) {
      const found = partsOf(staging).find((part) => byPlace(part, after) > 0);
      return found && { step: found.step, position: found.position, body: found.body };
    },
    count: async (_account, staging) => partsOf(staging).length,
    remove: async (_account, staging, place) =>
      keep(
        staging,
        partsOf(staging).filter((part) => byPlace(part, place) !== 0),
      ),
    async discard(_account, staging) {
      const { length } = partsOf(staging);
      keep(staging, []);
      return length;
    },
    abandoned: async (_account, before) =>
      [...draft.state.loadParts].flatMap(([staging, parts]) =>
        staging !== draft.state.load?.staging && parts.every(({ addedAt }) => addedAt < before) ? [staging] : [],
      ),
  };
}

const byPlace = (one: PartPlace, other: PartPlace): number => one.step - other.step || one.position - other.position;

export function memoryPatientFileStore(draft: Draft): PatientFileStore {
  const files = () => [...draft.state.patientFiles.values()];
  return {
    byId: async (_account, id) => draft.state.patientFiles.get(id),
    withDigest: async (_account, digest) =>
      files()
        .filter((file) => file.status === "Done" && file.digest === digest)
        .sort((a, b) => b.id - a.id)[0],
    unfinished: async () =>
      files()
        .filter(isUnfinished)
        .sort((a, b) => a.id - b.id),
    page: async (_account, page) =>
      files()
        .filter((file) => isOnFilePage(file, page))
        .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
        .slice(0, page.limit),
    save: async (_account, file) => {
      const patientFiles = draft.writable(draft.state.patientFiles);
      patientFiles.set(file.id, file);
      draft.change({ patientFiles });
    },
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

export const memoryPatientWarningStore = (draft: Draft): PatientWarningStore => ({
  append: async (_account, file, warnings) => {
    const patientWarnings = draft.writable(draft.state.patientWarnings);
    patientWarnings.set(file, [...(patientWarnings.get(file) ?? []), ...warnings]);
    draft.change({ patientWarnings });
  },
  page: async (_account, { file, after, limit }) =>
    [...(draft.state.patientWarnings.get(file) ?? [])]
      .filter(({ id }) => id > after)
      .sort((a, b) => a.id - b.id)
      .slice(0, limit),
  remove: async (_account, file, ids) => {
    const patientWarnings = draft.writable(draft.state.patientWarnings);
    const left = (patientWarnings.get(file) ?? []).filter(({ id }) => !ids.includes(id));
    patientWarnings.set(file, left);
    draft.change({ patientWarnings });
  },
});

export const memorySurveyVisitStore = (draft: Draft): SurveyVisitStore => ({
  save: async (_account, file, part) => {
    const surveyVisits = draft.writable(draft.state.surveyVisits);
    const others = (surveyVisits.get(file) ?? []).filter(({ position }) => position !== part.position);
    surveyVisits.set(
      file,
      [...others, part].sort((a, b) => a.position - b.position),
    );
    draft.change({ surveyVisits });
  },
  next: async (_account, file, after) => draft.state.surveyVisits.get(file)?.find(({ position }) => position > after),
  remove: async (_account, file, position) => {
    const surveyVisits = draft.writable(draft.state.surveyVisits);
    surveyVisits.set(
      file,
      (surveyVisits.get(file) ?? []).filter((part) => part.position !== position),
    );
    draft.change({ surveyVisits });
  },
});
