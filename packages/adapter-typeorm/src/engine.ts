import type { AccountId, ChangeReader, FeedReader } from "@repute/domain";
import type { Session, Write } from "./session.js";

/** Reads lists and changes. */
export type ListReader = FeedReader & Pick<ChangeReader, "changes">;

/** What an engine brings to the stores. */
export type Engine = {
  readonly write: Write;
  /** Runs `work` on one committed state. */
  read<T>(account: AccountId, work: (session: Session) => Promise<T>): Promise<T>;
  /** Sees whatever is committed, statement by statement. */
  readonly latest: Session;
  readonly feed: ListReader;
  /** Takes what was deleted out of the engine's own log; returns whether all of it is. Absent where nothing of it can be reached. */
  scrub?(): Promise<boolean>;
};
