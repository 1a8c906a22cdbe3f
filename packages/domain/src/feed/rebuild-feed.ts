import { byOperator } from "../audit/audit-record.js";
import { conversionKinds } from "../conversions/conversion.js";
import { conversionPublications } from "../conversions/conversion-publications.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { AccountId } from "../kernel/ids.js";
import type { Ports } from "../ports.js";
import { npsSurveyPublication, reviewPublication } from "../reviews/review-publications.js";
import { surveyResponsePublication } from "../surveys/survey-response-publication.js";
import type { Outdated, Publication, Rendering } from "./publication.js";
import { renderingOf, rerender } from "./publication.js";
import type { PublishedRecord } from "./record-store.js";

/** How many records of each kind were rendered again. */
export type RebuildReport = Readonly<Record<keyof typeof rerenderers, number>>;

type Rerender = (rendering: Rendering, outdated?: Outdated) => Promise<number>;

const rerenderers = {
  invites: rerendererOf(invitePublication),
  reviews: rerendererOf(reviewPublication),
  surveys: rerendererOf(npsSurveyPublication),
  survey_responses: rerendererOf(surveyResponsePublication),
  conversions: async (rendering, outdated) => {
    let count = 0;
    for (const kind of conversionKinds) count += await rerender(conversionPublications[kind], rendering, outdated);
    return count;
  },
} as const satisfies Readonly<Record<string, Rerender>>;

function rerendererOf<R extends PublishedRecord>(publication: Publication<R>): Rerender {
  return (rendering, outdated) => rerender(publication, rendering, outdated);
}

/** Renders records of every kind again: those that show something outdated, or all of them. */
export async function rerenderAll(rendering: Rendering, outdated?: Outdated): Promise<RebuildReport> {
  const counts: Record<string, number> = {};
  for (const [name, again] of Object.entries<Rerender>(rerenderers)) counts[name] = await again(rendering, outdated);
  return counts as RebuildReport;
}

/**
 * Renders every list of an account again from its records, as one unit of work. Every item then counts as modified
 * now: whoever copies by time of change fetches it once more. Conversions alone keep their own time of change.
 */
export function rebuildFeed({ storage, clock }: Pick<Ports, "storage" | "clock">) {
  return (account: AccountId): Promise<RebuildReport> =>
    storage.transact(account, async (stores, now) => {
      await stores.feed.clear(account);
      await stores.audit.append(account, [byOperator({ at: clock(), action: "rebuild_feed" })]);
      return rerenderAll(await renderingOf(stores, account, now));
    });
}
