import type { Conversion } from "../conversions/conversion.js";
import { noAppointment, noProspect } from "../conversions/conversion.js";
import type { CallId, CampaignId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Phone } from "../kernel/phone.js";

/** An inbound call as its tracker delivers it; `null` is unknown. */
export type Call = {
  readonly id: CallId;
  readonly at: Instant;
  readonly fromNumber: string;
  readonly phone: Phone | null;
  readonly trackingNumber: string;
  readonly campaignId: CampaignId | null;
  readonly source: string | null;
  /** The campaign's name as it was sent, where the account has none of that name. */
  readonly sentCampaign: string | null;
  /** The channel that was sent, where no campaign of the account says it. */
  readonly sentChannel: string | null;
};

/** The conversion that a call is when it is recorded `now`. */
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

/** A call that is delivered again tells better where it came from; who called, and when, stays as first recorded. */
export const redelivered = (
  known: Conversion,
  { trackingNumber, campaignId, source, sentCampaign, sentChannel }: Call,
): Conversion => ({ ...known, trackingNumber, campaignId, source, sentCampaign, sentChannel });
