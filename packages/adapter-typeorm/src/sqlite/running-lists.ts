import { listCutOff } from "../database/database-errors.js";
import type { ListConnection } from "./list-connection.js";

/** State of a list read that is in progress. */
export type RunningList = {
  /** Start time in milliseconds, from `performance.now()`. */
  readonly since: number;
  /** Number of bytes that the reader has received. */
  bytes: number;
  /** Cancels the read and ends its snapshot immediately. The next batch throws `list_cut_off`. */
  cut(): void;
  /** Throws `list_cut_off` if the read was canceled. */
  requireWhole(): void;
  end(): void;
};

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
