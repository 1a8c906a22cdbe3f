import type { AccountId, FeedRevision, Instant } from "@repute/domain";
import type { LatestSession } from "../engine/engine.js";

/** Returns the feed revision of every account. Row-level security does not apply to the table of watermarks. */
export async function revisionsOf(session: LatestSession): Promise<readonly FeedRevision[]> {
  const rows = await session.query("SELECT account_id, revision, at FROM watermarks", []);
  return rows.map((row) => ({
    account: Number(row["account_id"]) as AccountId,
    revision: Number(row["revision"]),
    at: Number(row["at"]) as Instant,
  }));
}

/** Returns a number that differs after each commit that publishes changes. Revisions only increase. */
export async function commitNumberOf(session: LatestSession): Promise<number> {
  if (session.state) return session.state();
  const [row] = await session.query("SELECT sum(revision) AS sum FROM watermarks", []);
  return Number(row?.["sum"]);
}
