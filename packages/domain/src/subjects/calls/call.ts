import type { Conversion } from "../conversions/conversion.js";
import { noAppointment, noProspect } from "../conversions/conversion.js";
import type { CallId, CampaignId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";

/** Inbound call from a call tracker. `null` means unknown. */
export type Call = {
  readonly id: CallId;
  readonly at: Instant;
  readonly fromNumber: string;
  readonly phone: Phone | null;
  readonly trackingNumber: string;
  readonly campaignId: CampaignId | null;
  readonly source: string | null;
  /** Campaign name from the tracker, if the account has no campaign of that name. */
  readonly sentCampaign: string | null;
  /** Channel from the tracker, if no campaign of the account determines the channel. */
  readonly sentChannel: string | null;
};

/** Creates the conversion of a call, recorded at `now`. */
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

/** Updates the origin of a redelivered call. The caller and the time of the first delivery stay. */
export const redelivered = (
  known: Conversion,
  { trackingNumber, campaignId, source, sentCampaign, sentChannel }: Call,
): Conversion => ({ ...known, trackingNumber, campaignId, source, sentCampaign, sentChannel });
