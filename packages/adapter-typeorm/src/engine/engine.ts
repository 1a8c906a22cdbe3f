import type { AccountId, ChangeReader, FeedReader } from "@repute/domain";
import type { Session, Write } from "./session.js";

/** Reads lists and changes. */
export type ListReader = FeedReader & Pick<ChangeReader, "changes">;

/** A session whose statements see the latest commit. */
export type LatestSession = Session & {
  /** Returns a number that changes after each commit by any process. Absent if calling it costs as much as a lookup. */
  readonly state?: () => Promise<number>;
};

/** The operations that a database engine provides to the stores. */
export type Engine = {
  readonly write: Write;
  /** Runs `work` on one committed state. */
  read<T>(account: AccountId, work: (session: Session) => Promise<T>): Promise<T>;
  /** Each statement sees the latest commit. */
  readonly latest: LatestSession;
  readonly feed: ListReader;
  /** Waits until this process reads no list, for at most `most` milliseconds. */
  idle(most: number): Promise<void>;
  /**
   * Removes deleted data from the log of the engine. Returns false if data remains. Absent if the log is not
   * accessible.
   */
  scrub?(): Promise<boolean>;
};
