import type {
  Campaign,
  Group,
  Listing,
  ListingMetric,
  Location,
  Message,
  Platform,
  Provider,
  Survey,
} from "@repute/domain";
import { flag, integer, json, key, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

export const locationTable = recordTable<Location>("locations", {
  id: key(integer("id")),
  name: text("name"),
  externalIds: json("external_ids"),
  address: nullable(text("address")),
  state: nullable(text("state")),
  silenced: flag("silenced"),
  monitoringOnly: flag("monitoring_only"),
});

export const providerTable = recordTable<Provider>("providers", {
  id: key(integer("id")),
  name: text("name"),
  npi: nullable(text("npi")),
  externalIds: json("external_ids"),
  locationIds: json("location_ids"),
  silenced: flag("silenced"),
});

export const listingTable = recordTable<Listing>("listings", {
  id: key(integer("id")),
  locationId: integer("location_id"),
  providerId: integer("provider_id"),
  name: text("name"),
  address: nullable(text("address")),
});

export const listingMetricTable = recordTable<ListingMetric>("listing_metrics", {
  locationId: key(integer("location_id")),
  month: key(integer("month")),
  type: key(text("metric_type")),
  count: integer("count"),
});

export const groupTable = recordTable<Group>("groups", {
  id: key(integer("id")),
  name: text("name"),
  providerIds: json("provider_ids"),
  locationIds: json("location_ids"),
});

export const platformTable = recordTable<Platform>("platforms", {
  id: key(integer("id")),
  name: text("name"),
  isSurvey: flag("is_survey"),
  active: nullable(flag("active")),
  isPrivate: flag("is_private"),
});

export const surveyTable = recordTable<Survey>("surveys", {
  id: key(integer("id")),
  name: text("name"),
  questions: json("questions"),
});

export const messageTable = recordTable<Message>("messages", {
  id: key(integer("id")),
  name: text("name"),
  languages: json("languages"),
  silenced: flag("silenced"),
});

export const campaignTable = recordTable<Campaign>("campaigns", {
  id: key(integer("id")),
  name: text("name"),
  channel: text("channel"),
  source: nullable(text("source")),
  scctParameter: nullable(text("scct_parameter")),
  trackingNumbers: json("tracking_numbers"),
});
