import { setImmediate } from "node:timers/promises";
import type { AccountId, Renamed, Review, ReviewPage, ReviewStore } from "@repute/domain";
import { reviewTable } from "../rows/review-row.js";
import { slices } from "../rows/slices.js";
import type { Session } from "../session.js";

/** How many rows one statement looks through at most. */
const stride = 2_000;

/** The reviews of the account of a unit of work. */
export function typeormReviewStore(session: Session): ReviewStore {
  return {
    async byIds(account, ids) {
      const found: Review[] = [];
      const where = `account_id = $1 AND id IN (${session.dialect.integers("$2")})`;
      for (const slice of slices(ids, () => 1)) {
        found.push(...(await reviewTable.find(session, where, [account, JSON.stringify(slice)])));
        await setImmediate();
      }
      return found;
    },
    save: (account, reviews) => reviewTable.save(session, account, reviews),
    page(account, page) {
      const { after, limit, mentioning } = page;
      if (mentioning) return pageOfMentions(session, account, { after, limit, mentioning });
      return reviewTable.find(session, "account_id = $1 AND id > $2 ORDER BY id LIMIT $3", [account, after, limit]);
    },
  };
}

/** Walks the reviews by id, so that a page of names that few reviews mention holds nobody up. */
async function pageOfMentions(session: Session, account: AccountId, page: Required<ReviewPage>): Promise<Review[]> {
  const { integers } = session.dialect;
  const where = `account_id = $1 AND id > $2 AND id <= $3
    AND (location_id IN (${integers("$4")}) OR provider_id IN (${integers("$5")}) OR platform_id IN (${integers("$6")}))
    ORDER BY id LIMIT $7`;
  const names = namesOf(page.mentioning);
  const found: Review[] = [];
  for (let after = page.after; found.length < page.limit; await setImmediate()) {
    const last = await lastOfStride(session, account, after);
    if (last === undefined) break;
    found.push(
      ...(await reviewTable.find(session, where, [account, after, last, ...names, page.limit - found.length])),
    );
    after = last;
  }
  return found;
}

const namesOf = ({ locationIds, providerIds, platformIds }: Renamed) =>
  [locationIds, providerIds, platformIds].map((ids) => JSON.stringify(ids));

/** The greatest of the next ids after `after`, as many as one statement looks through. */
async function lastOfStride(session: Session, account: AccountId, after: number): Promise<number | undefined> {
  const next = `SELECT id FROM reviews WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT ${stride}`;
  const [row] = await session.query(`SELECT max(id) AS id FROM (${next}) AS next`, [account, after]);
  return (row?.["id"] as number | null | undefined) ?? undefined;
}
