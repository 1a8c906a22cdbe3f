import type { IdReader, NumberedKind } from "../foundation/records/id-reader.js";
import type { AccountState, Draft } from "./account-state.js";

export const memoryIdReader = (draft: Draft): IdReader => ({
  greatest: async (_account, kind) => idsOf[kind](draft.state).reduce((one, other) => Math.max(one, other), 0),
});

const idsOf: Record<NumberedKind, (state: AccountState) => readonly number[]> = {
  appointments: ({ appointments }) => [...appointments.keys()],
  calls: ({ callIds, records }) => [...callIds.values(), ...records.calls.keys()],
  importAttempts: ({ importAttempts }) => [...importAttempts.keys()],
  invites: ({ records }) => [...records.invites.keys()],
  patientFiles: ({ patientFiles }) => [...patientFiles.keys()],
  submissions: ({ submissions }) => [...submissions.keys()],
};
