import type { Cents } from "../../foundation/kernel/cents.js";
import { dividedBy, moneyFormat } from "../../foundation/kernel/cents.js";

/** Results and cost of the conversions of one channel. */
export type ChannelResult = {
  readonly channel: string;
  readonly conversions: number;
  /** Distinct appointments that a conversion of the channel closed. */
  readonly appointments: number;
  /** Distinct appointments that a conversion of the channel assisted. */
  readonly assists: number;
  /** Distinct patients of the appointments that a new patient's conversion closed. */
  readonly newPatients: number;
  readonly cost: Cents;
  readonly revenue: Cents;
};

/** Renders a channel's summary with string values. A division by zero results in zero. */
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
