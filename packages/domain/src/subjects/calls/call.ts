import type { CallId, CampaignId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";
import { type Conversion, noAppointment, noProspect } from "../conversions/conversion.js";

/** Inbound call to a tracking number. `null` means that the value is unknown. */
export type Call = {
  readonly id: CallId;
  readonly at: Instant;
  readonly fromNumber: string;
  readonly phone: Phone | null;
  readonly trackingNumber: string;
  readonly campaignId: CampaignId | null;
  readonly source: string | null;
  /** Campaign name from the call tracker. `null` if there is no name or if `campaignId` identifies the campaign. */
  readonly sentCampaign: string | null;
  /** Channel from the call tracker. `null` if a campaign of the account determines the channel. */
  readonly sentChannel: string | null;
};

/** Creates the conversion for a call. `now` becomes the time of creation and of the last change. */
export const conversionFromCall = (call: Call, newPatient: boolean, now: Instant): Conversion => ({
  kind: "call",
  id: call.id,
  type: "Call",
  at: call.at,
  fromNumber: call.fromNumber,
  phone: call.phone,
  trackingNumber: call.trackingNumber,
  campaignId: call.campaignId,
  source: call.source,
  sentCampaign: call.sentCampaign,
  sentChannel: call.sentChannel,
  newPatient,
  createdAt: now,
  modifiedAt: now,
  ...noProspect,
  ...noAppointment,
});

/**
 * Updates the tracking number, campaign and source of a call that is imported again. Does not change the caller or the
 * time of the call.
 */
export const redelivered = (
  known: Conversion,
  { trackingNumber, campaignId, source, sentCampaign, sentChannel }: Call,
): Conversion => ({ ...known, trackingNumber, campaignId, source, sentCampaign, sentChannel });
