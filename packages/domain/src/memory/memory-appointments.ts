import type { AppointmentId } from "../foundation/kernel/ids.js";
import { keysOfAppointment } from "../subjects/appointments/appointment-keys.js";
import { finds } from "../subjects/appointments/appointment-search.js";
import type { AppointmentKey, AppointmentStore } from "../subjects/appointments/appointment-store.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { MatchKey } from "../subjects/conversions/match-key.js";
import { importKeysOf } from "../subjects/imports/match.js";
import type { Draft } from "./account-state.js";
import { pageOf } from "./memory-records.js";

export const memoryAppointmentStore = (draft: Draft): AppointmentStore => ({
  byIds: async (_account, ids) => ids.flatMap((id) => draft.state.appointments.get(id) ?? []),
  save: saving(draft),
  remove: async (_account, ids) => {
    const appointments = draft.writable(draft.state.appointments);
    for (const id of ids) appointments.delete(id);
    draft.change({ appointments });
  },
  page: async (_account, page) => pageOf([...draft.state.appointments.values()], page),
  withKeys: async (_account, keys) => {
    const found = new Map<string, AppointmentId>();
    for (const one of draft.state.appointments.values()) {
      for (const key of [...keysOfAppointment(one), ...importKeysOf(one)]) found.set(textOf(key), one.id);
    }
    return keys.map((key) => found.get(textOf(key)));
  },
  first: async (_account, searches) => {
    const all = [...draft.state.appointments.values()];
    return searches.map((search) => {
      const found = all.filter((one) => finds(search, one));
      const ofForm = (form: string) => found.filter(({ at }) => typeof at === form);
      return ["number", "string"].flatMap((form) => ofForm(form).sort(byTime)[0] ?? []);
    });
  },
});

const saving =
  (draft: Draft): AppointmentStore["save"] =>
  async (_account, saved) => {
    const appointments = draft.writable(draft.state.appointments);
    for (const one of saved) appointments.set(one.id, one);
    draft.change({ appointments });
  };

const byTime = (a: Appointment, b: Appointment): number => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1);

const textOf = ({ kind, value }: AppointmentKey | MatchKey): string => `${kind} ${value}`;
