import { listCutOff } from "../database/database-errors.js";
import type { ListConnection } from "./list-connection.js";

/** A list that is being read. */
export type RunningList = {
  /** Start time on the clock of `performance.now()`. */
  readonly since: number;
  /** Number of bytes that the reader has received. */
  bytes: number;
  /** Ends the snapshot immediately. The next batch throws `list_cut_off`. */
  cut(): void;
  /** Throws `list_cut_off` if the list was cut off. */
  requireWhole(): void;
  end(): void;
};

/** Tracks the lists that are being read. */
export function runningLists() {
  const all = new Set<RunningList>();
  return {
    all: (): readonly RunningList[] => [...all],
    begin({ raw }: ListConnection): RunningList {
      let isCut = false;
      const list: RunningList = {
        since: performance.now(),
        bytes: 0,
        cut() {
          isCut = true;
          all.delete(list);
          if (raw.open && raw.inTransaction) raw.exec("ROLLBACK");
        },
        requireWhole() {
          if (isCut) throw listCutOff();
        },
        end: () => void all.delete(list),
      };
      all.add(list);
      return list;
    },
  };
}

export type RunningLists = ReturnType<typeof runningLists>;
