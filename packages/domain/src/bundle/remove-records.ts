import type { FreedConversion } from "../attribution/remove-appointments.js";
import { linkFreed, removeAppointments } from "../attribution/remove-appointments.js";
import type { CallRemovalStores } from "../calls/remove-calls.js";
import { removeCalls } from "../calls/remove-calls.js";
import { publishSpends } from "../campaigns/publish-spends.js";
import { metricFeedId } from "../listings/record-listing-metrics.js";
import { removeRecords } from "../feed/remove-records.js";
import type { Contact } from "../imports/stop.js";
import { listingMetricFromLine } from "../listings/listing-metric-line.js";
import { removeInvites } from "../reviews/remove-invites.js";
import { npsSurveyPublication, reviewPublication } from "../reviews/review-publications.js";
import { removeSubmissions } from "../submissions/remove-submissions.js";
import { surveyResponsePublication } from "../surveys/survey-response-publication.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { ForgettingStores, UserPlaces } from "../users/forget-user.js";
import { removeUsers } from "../users/remove-users.js";
import type { BundleKind, ReadLine } from "./bundle-kinds.js";
import type { DeletedRecords } from "./deleted-records.js";
import type { LoadedStores } from "./passes.js";

/** What taking records out needs. */
export type RemovalStores = LoadedStores & CallRemovalStores & ForgettingStores;

type RemoveAll = (ids: readonly never[]) => Promise<readonly unknown[]>;
type Values = ReadLine["values"];

const pageSize = 1_000;

/**
 * Takes out what a bundle's lines say, so that no order of lines makes a difference: `first` before anything of the bundle
 * is stored, so that new records do not meet those that go, and `last` when all is there that conversions may find. How many
 * records there were is added to `removed`.
 */
export function removal(
  work: UnitOfWork<RemovalStores>,
  deleted: DeletedRecords,
  removed: Map<BundleKind, number>,
  places: UserPlaces,
) {
  const freed: FreedConversion[] = [];
  const count = (kind: BundleKind, some: number) => removed.set(kind, (removed.get(kind) ?? 0) + some);

  async function all(kind: BundleKind, remove: RemoveAll): Promise<void> {
    const ids = [...(deleted.ids.get(kind) ?? [])];
    for (let start = 0; start < ids.length; start += pageSize) {
      count(kind, (await remove(ids.slice(start, start + pageSize) as never[])).length);
    }
  }

  return {
    /** Conversions go before appointments, and reviews before invites: what goes with another is not brought up to date first. */
    async first(): Promise<void> {
      await all("call", (ids) => removeCalls(ids, work));
      await all("submission", (ids) => removeSubmissions(ids, work));
      await all("appointment", (ids) => removeAppointments(ids, work, freed));
      await all("review", (ids) => removeRecords(reviewPublication, ids, work));
      await all("nps_survey", (ids) => removeRecords(npsSurveyPublication, ids, work));
      await all("survey_response", (ids) => removeRecords(surveyResponsePublication, ids, work));
      await all("invite", (ids) => removeInvites(ids, work));
      await all("spend", (ids) => removeSpends(ids, work));
      for (const [kind, keys] of deleted.keys) count(kind, await removeKeyed(kind, keys, work));
    },
    async last(): Promise<void> {
      await linkFreed(freed, work);
      await all("user", (ids) => removeUsers(ids, work, places));
    },
  };
}

async function removeSpends(ids: readonly never[], work: UnitOfWork<RemovalStores>) {
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
