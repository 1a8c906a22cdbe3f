import type { AnswerKeys, Catalog, CatalogPart, ListingMetric } from "@repute/domain";
import { flag, integer, json, key, type Members, nullable, text } from "./columns.js";
import { type RecordTable, recordTable } from "./table.js";

const part = <Part extends CatalogPart>(name: Part, members: Members<Catalog[Part][number]>) =>
  recordTable<Catalog[Part][number]>(name, members);

/** Tables of the catalog by part, such as locations. */
export const catalogTables: { readonly [Part in CatalogPart]: RecordTable<Catalog[Part][number]> } = {
  locations: part("locations", {
    id: key(integer("id")),
    name: text("name"),
    externalIds: json("external_ids"),
    address: nullable(text("address")),
    state: nullable(text("state")),
    silenced: flag("silenced"),
    monitoringOnly: flag("monitoring_only"),
  }),
  providers: part("providers", {
    id: key(integer("id")),
    name: text("name"),
    npi: nullable(text("npi")),
    externalIds: json("external_ids"),
    locationIds: json("location_ids"),
    silenced: flag("silenced"),
  }),
  listings: part("listings", {
    id: key(integer("id")),
    locationId: integer("location_id"),
    providerId: integer("provider_id"),
    name: text("name"),
    address: nullable(text("address")),
  }),
  groups: part("groups", {
    id: key(integer("id")),
    name: text("name"),
    providerIds: json("provider_ids"),
    locationIds: json("location_ids"),
  }),
  platforms: part("platforms", {
    id: key(integer("id")),
    name: text("name"),
    isSurvey: flag("is_survey"),
    active: nullable(flag("active")),
    isPrivate: flag("is_private"),
    writeUrl: nullable(text("write_url")),
    readUrl: nullable(text("read_url")),
  }),
  surveys: part("surveys", {
    id: key(integer("id")),
    name: text("name"),
    questions: json("questions"),
  }),
  messages: part("messages", {
    id: key(integer("id")),
    name: text("name"),
    languages: json("languages"),
    silenced: flag("silenced"),
  }),
  campaigns: part("campaigns", {
    id: key(integer("id")),
    name: text("name"),
    channel: text("channel"),
    source: nullable(text("source")),
    scctParameter: nullable(text("scct_parameter")),
    trackingNumbers: json("tracking_numbers"),
  }),
  answerKeys: recordTable<AnswerKeys>("answer_keys", { id: key(integer("id")), keys: json("keys") }),
};

export const listingMetricTable = recordTable<ListingMetric>("listing_metrics", {
  locationId: key(integer("location_id")),
  month: key(integer("month")),
  type: key(text("metric_type")),
  count: integer("count"),
});
