import type { ChannelResult } from "@repute/domain";
import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { date } from "./list-query.js";

const countField = (description: string) => ({ type: "string", description }) as const;
const moneyField = (description: string) =>
  ({ type: "string", description: `${description} The value includes the currency symbol of the account.` }) as const;

const campaignSchema = {
  title: "CampaignSummary",
  ...exactly({
    Appointments: countField("Number of appointments whose last conversion is in the date range and in this channel."),
    Assists: countField(
      "Number of appointments with at least one conversion in the date range and in this channel, excluding the last conversion of each appointment.",
    ),
    Channel: { type: "string", description: "Marketing channel. `Unassigned` if unknown." },
    Conversions: countField("Number of conversions in the date range and in this channel."),
    Cost: moneyField("Marketing cost for the days in the date range."),
    "Cost/Appt": moneyField("Cost per appointment. Zero if there are no appointments."),
    "Cost/Assist": moneyField("Cost per assist. Zero if there are no assists."),
    "Cost/Conversion": moneyField("Cost per conversion. Zero if there are no conversions."),
    "Cost/Patient": moneyField("Cost per new patient. Zero if there are no new patients."),
    "Estimated Revenue": moneyField(
      "Revenue from the appointments. If the revenue of an appointment is unknown, the account's settings provide an estimate.",
    ),
    "New Patients": countField(
      "Number of different patients with an appointment in `Appointments` whose last conversion has `new_patient` set to true. A patient with several such appointments counts once per channel.",
    ),
    ROAS: {
      type: "string",
      description: "Return on ad spend: the revenue as a percentage of the cost. `0%` if there is no cost.",
    },
  }),
  examples: [
    {
      Appointments: "2",
      Assists: "1",
      Channel: "Paid Search",
      Conversions: "4",
      Cost: "$1,000.00",
      "Cost/Appt": "$500.00",
      "Cost/Assist": "$1,000.00",
      "Cost/Conversion": "$250.00",
      "Cost/Patient": "$1,000.00",
      "Estimated Revenue": "$2,500.00",
      "New Patients": "1",
      ROAS: "250%",
    },
  ],
};

export const campaigns = route({
  method: "get",
  path: "/campaigns",
  operation: "listCampaigns",
  tag: "Conversions",
  summary: "Summarize campaigns",
  description:
    "Conversions, cost and results of marketing in a date range, with one item per marketing channel. Sorted by channel name, ignoring case. " +
    "The date range refers to the time of the conversions. The linked appointments can be later. All values are strings. Do not add up `Assists` across " +
    "channels, because several channels can count the same appointment.",
  access: "data-sync",
  readsQuery: true,
  key: ["Channel"],
  refuses: ["invalid_date", "reversed_dates"],
  query: {
    type: "object",
    properties: {
      start_date: date("Start of the date range."),
      end_date: date("Inclusive end of the date range. A date includes the whole day in the account's time zone."),
    },
    required: ["start_date", "end_date"],
  },
  reply: listOf(campaignSchema),
  summarize: async ({ campaigns: { summarize } }, { account, query }) => {
    const { window, currency, channels } = await summarize(account, query);
    return { window, value: { items: channels.map((result) => campaignItem(result, currency)) } };
  },
});

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

/** Divides an amount by `count`. Rounds half a cent away from zero. Returns 0 if `count` is 0. */
export function dividedBy(amount: number, count: number): number {
  if (count === 0) return 0;
  const quotient = amount / count;
  return Math.sign(quotient) * Math.floor(Math.abs(quotient) + 0.5) || 0;
}

/**
 * Returns a function that formats amounts in an ISO 4217 currency: `$1,234.50`, `-$5.00`.
 * Currencies without a symbol use their code: `CHF 12.00`.
 */
export function moneyFormat(currency: string): (amount: number) => string {
  const sign = signOf(currency);
  const number = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (amount) => `${amount < 0 ? "-" : ""}${sign}${number.format(Math.abs(amount) / 100)}`;
}

function signOf(currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  return /\p{Sc}/u.test(symbol) ? symbol : `${currency} `;
}
