import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { campaignItem } from "./campaign-item.js";
import { date } from "./list-query.js";

const count = (description: string) => ({ type: "string", description }) as const;
const money = (description: string) =>
  ({ type: "string", description: `${description} The value includes the currency symbol of the account.` }) as const;

const campaignSchema = {
  title: "CampaignSummary",
  ...exactly({
    Appointments: count("Number of appointments whose last conversion is in the date range and in this channel."),
    Assists: count(
      "Number of appointments with at least one conversion in the date range and in this channel, excluding the last conversion of each appointment.",
    ),
    Channel: { type: "string", description: "Marketing channel. `Unassigned` if unknown." },
    Conversions: count("Number of conversions in the date range and in this channel."),
    Cost: money("Marketing cost for the days in the date range."),
    "Cost/Appt": money("Cost per appointment. Zero if there are no appointments."),
    "Cost/Assist": money("Cost per assist. Zero if there are no assists."),
    "Cost/Conversion": money("Cost per conversion. Zero if there are no conversions."),
    "Cost/Patient": money("Cost per new patient. Zero if there are no new patients."),
    "Estimated Revenue": money(
      "Revenue from the appointments. If the revenue of an appointment is unknown, the account's settings provide an estimate.",
    ),
    "New Patients": count(
      "Number of new patients. Counts the appointments in `Appointments` whose last conversion has `new_patient` set to true.",
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
