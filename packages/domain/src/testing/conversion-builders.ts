import type { Campaign } from "../foundation/catalog/campaign.js";
import type { CallId, CampaignId } from "../foundation/kernel/ids.js";
import type { Phone } from "../foundation/kernel/phone.js";
import { type Conversion, noAppointment, noProspect } from "../subjects/conversions/conversion.js";
import type { ListingMetric } from "../subjects/listings/listing-metric.js";
import { at, locationId } from "./builders.js";

export const aCampaign = (overrides: Partial<Campaign> = {}): Campaign => ({
  id: 7 as CampaignId,
  name: "Spring",
  channel: "Paid Search",
  source: "google",
  scctParameter: "spring-1",
  trackingNumbers: ["+18015550100"],
  ...overrides,
});

export const aConversion = (overrides: Partial<Conversion> = {}): Conversion => ({
  kind: "call",
  id: 900 as CallId,
  type: "Call",
  at: at("2026-03-02T16:00:00Z"),
  fromNumber: "(801) 555-0142",
  phone: "+18015550142" as Phone,
  trackingNumber: "+18015550100",
  campaignId: 7 as CampaignId,
  source: null,
  sentCampaign: null,
  sentChannel: null,
  newPatient: true,
  createdAt: at("2026-03-02T17:00:00Z"),
  modifiedAt: at("2026-03-02T17:00:00Z"),
  ...noProspect,
  ...noAppointment,
  ...overrides,
});

export const aListingMetric = (overrides: Partial<ListingMetric> = {}): ListingMetric => ({
  locationId: locationId(1),
  month: 202603,
  type: "views_maps",
  count: 120,
  ...overrides,
});
