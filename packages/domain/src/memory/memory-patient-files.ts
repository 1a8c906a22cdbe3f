import type {
  PatientFilePage,
  PatientFileStore,
  PatientWarningStore,
} from "../subjects/patient-surveys/patient-file-stores.js";
import { isUnfinished, type PatientFile } from "../subjects/patient-surveys/patient-file.js";
import type { Draft } from "./account-state.js";

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
        .filter((file) => isOnPage(file, page))
        .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
        .slice(0, page.limit),
    save: async (_account, file) => {
      const patientFiles = draft.writable(draft.state.patientFiles);
      patientFiles.set(file.id, file);
      draft.change({ patientFiles });
    },
  };
}

const isOnPage = ({ id, createdAt, type }: PatientFile, { window, type: requested, after }: PatientFilePage): boolean =>
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
