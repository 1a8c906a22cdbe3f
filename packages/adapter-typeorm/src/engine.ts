import type { AccountId, ChangeReader, FeedReader } from "@repute/domain";
import type { Session, Write } from "./session.js";

/** Reads lists and changes. */
export type ListReader = FeedReader & Pick<ChangeReader, "changes">;

/** A session that sees whatever is committed. */
export type LatestSession = Session & {
  /** A number that is another one after each commit, of this process or another. Absent where asking for it costs as much as looking things up. */
  readonly state?: () => Promise<number>;
};

/** What an engine brings to the stores. */
export type Engine = {
  readonly write: Write;
  /** Runs `work` on one committed state. */
  read<T>(account: AccountId, work: (session: Session) => Promise<T>): Promise<T>;
  /** Sees whatever is committed, statement by statement. */
  readonly latest: LatestSession;
  readonly feed: ListReader;
  /** Waits until this process reads no list, or for so many milliseconds. */
  idle(most: number): Promise<void>;
  /** Takes what was deleted out of the engine's own log; returns whether all of it is. Absent where nothing of it can be reached. */
  scrub?(): Promise<boolean>;
};
