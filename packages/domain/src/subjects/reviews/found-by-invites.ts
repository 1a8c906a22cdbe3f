import type { Publication } from "../../foundation/feed/publication.js";
import { removeRecords } from "../../foundation/feed/remove-records.js";
import type { InviteId } from "../../foundation/kernel/ids.js";
import { foundRecords, type OfPerson } from "../../foundation/records/of-person.js";
import type { ReviewStores } from "./review-publications.js";
import type { InvitedStore } from "./review-store.js";
import type { NpsSurvey, Review } from "./review.js";

/** Finds the reviews or NPS surveys of a person through the person's invites. */
export const foundByInvites = <R extends Review | NpsSurvey, Name extends string>(
  store: Name,
  publication: Publication<R, ReviewStores>,
): OfPerson<{ readonly [N in Name]: Pick<InvitedStore<R>, "ofInvites"> }, ReviewStores> => ({
  async find(stores, account, { found }) {
    const linked = await stores[store].ofInvites(account, [...found("invite")] as InviteId[]);
    const ids = new Set(linked.map(({ id }) => id));
    return foundRecords(ids, (some, work) => removeRecords(publication, some, work));
  },
});
