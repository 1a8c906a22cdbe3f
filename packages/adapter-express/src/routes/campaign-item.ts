import type { ChannelResult } from "@repute/domain";
import { dividedBy, moneyFormat } from "./money.js";

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
