import type { AccountId, ChangeReader, FeedReader } from "@repute/domain";
import type { Session, Write } from "./session.js";

export type ListReader = FeedReader & Pick<ChangeReader, "changes">;

/** Session that runs each statement on the latest committed state. */
export type LatestSession = Session & {
  /**
   * Returns a number that changes after each commit by any process.
   * Omitted if reading this number takes as long as a lookup.
   */
  readonly state?: () => Promise<number>;
};

/** Operations that a database engine provides to the stores. */
export type Engine = {
  readonly write: Write;
  /** Runs `work` on one consistent snapshot of the database. */
  read<T>(account: AccountId, work: (session: Session) => Promise<T>): Promise<T>;
  /** Session for statements outside units of work. Each statement sees the latest commit. */
  readonly latest: LatestSession;
  readonly feed: ListReader;
  /** Waits until this process reads no list, for `max` milliseconds at most. */
  idle(max: number): Promise<void>;
  /**
   * Removes deleted data from the write-ahead log. Returns false if the log still contains deleted data.
   * Omitted if the engine gives no access to its log.
   */
  scrub?(): Promise<boolean>;
};
