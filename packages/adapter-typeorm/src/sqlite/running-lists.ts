import { listCutOff } from "../database-errors.js";
import type { ListConnection } from "./list-connection.js";

/** A list that is being read. */
export type RunningList = {
  /** When it began, on the clock of `performance.now()`. */
  readonly since: number;
  /** How much of it has been handed over. */
  bytes: number;
  /** Gives up its snapshot at once; whoever reads it hears of that with the next batch. */
  cut(): void;
  /** Throws once it has been cut. */
  requireWhole(): void;
  end(): void;
};

/** The lists that are being read at the moment. */
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
