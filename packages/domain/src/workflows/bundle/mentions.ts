import type { Catalog } from "../../foundation/catalog/catalog.js";
import type { ImportConnectionStore, ImportRunStore } from "../../subjects/imports/import-stores.js";
import type { StoredRun } from "../../subjects/imports/import-run.js";
import type { AccountId, LocationId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { metricKeyText } from "../../subjects/listings/listing-metric.js";
import type { ListingMetricStore } from "../../subjects/listings/listing-metric-store.js";
import type { WidgetReader } from "../../subjects/widget/widget-store.js";
import type { DeletedRecords, LineOf } from "./deleted-records.js";
import type { Mention, MentioningStores } from "./record-mentions.js";
import { recordsMentioning } from "./record-mentions.js";

/** Where what mentions the catalog is looked for. */
export type MentionStores = MentioningStores & {
  readonly listingMetrics: Pick<ListingMetricStore, "ofLocation">;
  readonly importConnections: Pick<ImportConnectionStore, "all">;
  readonly importRuns: Pick<ImportRunStore, "incomplete">;
  readonly widgets: WidgetReader;
};

/** Reads of an account what mentions its catalog. */
export type ReadMentions = <T>(work: (stores: MentionStores, account: AccountId) => Promise<T>) => Promise<T>;

/** The reads of an account. */
export const readMentions =
  (storage: Reads<MentionStores>, account: AccountId): ReadMentions =>
  (work) =>
    storage.read(account, (stores) => work(stores, account));

type Looking = {
  readonly deleted: DeletedRecords;
  readonly catalog: Catalog;
  readonly lineOf: LineOf;
  readonly read: ReadMentions;
};

/** Of each record of the catalog that is to be taken out the first that is found to mention it and is no part of the bundle. */
export async function firstMentions(looking: Looking): Promise<readonly Mention[]> {
  const { deleted } = looking;
  const found = new Map<string, Mention>();
  const note = (kind: string, id: number, by: string) => {
    const name = `${kind} ${id}`;
    if (deleted.ids.get(kind as never)?.has(id) && !found.has(name)) found.set(name, { kind, id, by });
  };
  noteCatalog(looking, note);
  await looking.read((stores, account) => noteTerms(stores, account, looking, note));
  await noteMetrics(looking, note);
  for await (const { kind, id, by } of recordsMentioning(looking)) note(kind, id, by);
  return [...found.values()];
}

type Note = (kind: string, id: number, by: string) => void;

function noteCatalog({ catalog, lineOf }: Looking, note: Note): void {
  const noteAll = (by: string, byId: number, kind: string, ids: readonly number[]) => {
    if (lineOf(by, byId) === undefined) for (const id of ids) note(kind, id, `${by} ${byId}`);
  };
  for (const { id, locationIds } of catalog.providers) noteAll("provider", id, "location", locationIds);
  for (const { id, locationId, providerId } of catalog.listings) {
    noteAll("listing", id, "location", [locationId]);
    noteAll("listing", id, "provider", [providerId]);
  }
  for (const { id, locationIds, providerIds } of catalog.groups) {
    noteAll("group", id, "location", locationIds);
    noteAll("group", id, "provider", providerIds);
  }
  for (const { id } of catalog.surveys) noteAll("survey", id, "platform", [id]);
}

async function noteTerms(stores: MentionStores, account: AccountId, { deleted, lineOf }: Looking, note: Note) {
  const widget = await stores.widgets.read(account);
  const shown = lineOf("widget", "") === undefined ? (widget?.platformIds ?? []) : [];
  for (const id of shown) note("platform", id, "the widget");
  for (const { name, messageId } of await stores.importConnections.all(account)) {
    if (messageId === null || lineOf("import_connection", name) !== undefined) continue;
    note("message", messageId, `import_connection ${name}`);
  }
  const [waiting] = await stores.importRuns.incomplete(account);
  if (waiting) noteWaiting(waiting, deleted, note);
}

/** Rows of a run that is not stored as a whole wait where nobody can see what they mention. */
function noteWaiting({ run }: StoredRun, deleted: DeletedRecords, note: Note): void {
  for (const kind of ["location", "provider", "message"] as const) {
    for (const id of deleted.ids.get(kind) ?? []) {
      note(kind, id, `import ${run.id}, which is still running,`);
    }
  }
}

async function noteMetrics({ deleted, lineOf, read }: Looking, note: Note): Promise<void> {
  for (const location of (deleted.ids.get("location") ?? []) as Iterable<LocationId>) {
    const metrics = await read(({ listingMetrics }, account) => listingMetrics.ofLocation(account, location));
    const staying = metrics.find((metric) => lineOf("listing_metric", metricKeyText(metric)) === undefined);
    if (staying) note("location", location, `listing_metric ${metricKeyText(staying)}`);
  }
}
