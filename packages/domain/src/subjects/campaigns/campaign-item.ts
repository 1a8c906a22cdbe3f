import type { Cents } from "../../foundation/kernel/cents.js";
import { dividedBy, moneyFormat } from "../../foundation/kernel/cents.js";

/** Results and cost of one channel in the summarized time range. */
export type ChannelResult = {
  readonly channel: string;
  readonly conversions: number;
  /** Number of distinct appointments whose closing conversion is from this channel. */
  readonly appointments: number;
  /** Number of distinct appointments that this channel assisted: it led to a conversion other than the closing one. */
  readonly assists: number;
  /** Number of distinct new patients whose appointments have a closing conversion from this channel. */
  readonly newPatients: number;
  readonly cost: Cents;
  readonly revenue: Cents;
};

/** Renders the summary of one channel. All values are strings. A ratio is zero if its divisor is zero. */
export function campaignItem(result: ChannelResult, currency: string) {
  const { channel, conversions, appointments, assists, newPatients, cost, revenue } = result;
  const money = moneyFormat(currency);
  const costOf = (count: number) => money(dividedBy(cost, count));
  return {
    Appointments: String(appointments),
    Assists: String(assists),
    Channel: channel,
    Conversions: String(conversions),
    Cost: money(cost),
    "Cost/Appt": costOf(appointments),
    "Cost/Assist": costOf(assists),
    "Cost/Conversion": costOf(conversions),
    "Cost/Patient": costOf(newPatients),
    "Estimated Revenue": money(revenue),
    "New Patients": String(newPatients),
    ROAS: `${dividedBy(revenue * 100, cost).toLocaleString("en-US")}%`,
  };
}
