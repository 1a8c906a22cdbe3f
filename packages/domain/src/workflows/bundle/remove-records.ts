import type { FreedConversion } from "../../subjects/appointments/remove-appointments.js";
import { linkFreed, removeAppointments } from "../../subjects/appointments/remove-appointments.js";
import type { CallRemovalStores } from "../../subjects/calls/remove-calls.js";
import { removeCalls } from "../../subjects/calls/remove-calls.js";
import { publishSpends } from "../../subjects/campaigns/publish-spends.js";
import type { UserId } from "../../foundation/kernel/ids.js";
import { metricFeedId } from "../../subjects/listings/record-listing-metrics.js";
import { removeRecords } from "../../foundation/feed/remove-records.js";
import type { Contact } from "../../subjects/imports/stop.js";
import { listingMetricFromLine } from "../../subjects/listings/listing-metric-line.js";
import { removeInvites } from "../../subjects/imports/record-invites.js";
import { npsSurveyPublication, reviewPublication } from "../../subjects/reviews/review-publications.js";
import { removeSubmissions } from "../../subjects/submissions/remove-submissions.js";
import { surveyResponsePublication } from "../../subjects/surveys/survey-response-publication.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { ForgettingStores, UserPlaces } from "../../subjects/users/forget-user.js";
import { removeUsers } from "../../subjects/users/remove-users.js";
import type { BundleKind, ReadLine } from "./bundle-kinds.js";
import type { DeletedRecords } from "./deleted-records.js";
import type { Counts } from "./load-report.js";
import { addTo } from "./load-report.js";
import type { LoadedStores } from "./passes.js";

/** What taking records out needs. */
export type RemovalStores = LoadedStores & CallRemovalStores & ForgettingStores;

type Values = ReadLine["values"];

const pageSize = 1_000;

type Work = UnitOfWork<RemovalStores>;
type Remover = (ids: readonly never[], work: Work, freed: FreedConversion[]) => Promise<readonly unknown[]>;

/** Conversions go before appointments, and reviews before invites: what goes with another is not brought up to date first. */
const removers = {
  call: removeCalls,
  submission: removeSubmissions,
  appointment: removeAppointments,
  review: (ids, work) => removeRecords(reviewPublication, ids, work),
  nps_survey: (ids, work) => removeRecords(npsSurveyPublication, ids, work),
  survey_response: (ids, work) => removeRecords(surveyResponsePublication, ids, work),
  invite: removeInvites,
  spend: removeSpends,
} as const satisfies Partial<Record<BundleKind, Remover>>;

/** The kinds whose records are taken out before anything of a bundle is stored, in this order. */
export const removedKinds = [
  ...(Object.keys(removers) as (keyof typeof removers)[]),
  ...(["listing_metric", "stop", "import_connection", "widget"] as const),
];

/** Takes the records out that lines of one kind name; returns how many there were, and adds conversions that are free to `freed`. */
export async function removeNamed(
  kind: BundleKind,
  lines: readonly Values[],
  work: Work,
  freed: FreedConversion[],
): Promise<number> {
  if (!isRemover(kind)) return removeKeyed(kind, lines, work);
  const remove: Remover = removers[kind];
  return (await remove(lines.map(({ id }) => id) as never[], work, freed)).length;
}

const isRemover = (kind: BundleKind): kind is keyof typeof removers => Object.hasOwn(removers, kind);

/**
 * Takes out what a bundle's lines say, so that no order of lines makes a difference: `first` before anything of the bundle
 * is stored, so that new records do not meet those that go, and `last` when all is there that conversions may find. How many
 * records there were is added to `removed`.
 */
export function removal(work: Work, deleted: DeletedRecords, removed: Counts, places: UserPlaces) {
  const freed: FreedConversion[] = [];

  return {
    async first(): Promise<void> {
      for (const kind of removedKinds) {
        const named = deleted.keys.get(kind) ?? [...(deleted.ids.get(kind) ?? [])].map((id) => ({ id }));
        for (let start = 0; start < named.length; start += pageSize) {
          addTo(removed, kind, await removeNamed(kind, named.slice(start, start + pageSize), work, freed));
        }
      }
    },
    async last(): Promise<void> {
      await linkFreed(freed, work);
      await removeUserLines(work, deleted, removed, places);
    },
  };
}

/** Takes out the users that lines of a bundle name. */
export async function removeUserLines(
  work: Pick<Work, "stores" | "account">,
  deleted: DeletedRecords,
  removed: Counts,
  places: UserPlaces,
): Promise<void> {
  const ids = [...(deleted.ids.get("user") ?? [])] as UserId[];
  for (let start = 0; start < ids.length; start += pageSize) {
    addTo(removed, "user", (await removeUsers(ids.slice(start, start + pageSize), work, places)).length);
  }
}

async function removeSpends(ids: readonly never[], work: Work) {
  const { stores, account } = work;
  const found = await stores.spends.byIds(account, ids);
  await stores.spends.remove(account, ids);
  await publishSpends([], work, found);
  return found;
}

/** Takes out records of a kind without ids; returns how many there were. */
async function removeKeyed(
  kind: BundleKind,
  keys: readonly Values[],
  { stores, account }: UnitOfWork<RemovalStores>,
): Promise<number> {
  if (kind === "listing_metric") {
    const metrics = keys.map((values) => listingMetricFromLine(values as never));
    const found = await stores.listingMetrics.byKeys(account, metrics);
    await stores.listingMetrics.remove(account, found);
    await stores.feed.remove(account, "insights/byMonth", found.map(metricFeedId));
    return found.length;
  }
  if (kind === "stop") {
    const contacts = keys.map(({ contact }) => contact as Contact);
    const found = await stores.stops.among(account, contacts);
    await stores.stops.remove(account, contacts);
    return found.length;
  }
  if (kind === "import_connection") {
    const names = new Set(keys.map(({ name }) => name as string));
    const found = (await stores.importConnections.all(account)).filter(({ name }) => names.has(name));
    await stores.importConnections.remove(account, [...names]);
    return found.length;
  }
  const widget = await stores.widgets.read(account);
  await stores.widgets.remove(account);
  return widget ? 1 : 0;
}
