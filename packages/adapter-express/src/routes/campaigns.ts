import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { date } from "./list-query.js";

const count = (description: string) => ({ type: "string", description }) as const;
const money = (description: string) =>
  ({ type: "string", description: `${description}, with the sign of the account's currency` }) as const;

const campaignItem = {
  title: "CampaignSummary",
  ...exactly({
    Appointments: count("Appointments whose last conversion before them is one of these"),
    Assists: count("Appointments with an earlier conversion that is one of these"),
    Channel: { type: "string", description: "Marketing channel; `Unassigned` when it is not known" },
    Conversions: count("Conversions of the range"),
    Cost: money("What the days of the range cost"),
    "Cost/Appt": money("Cost an appointment, `$0.00` without one"),
    "Cost/Assist": money("Cost an assist, `$0.00` without one"),
    "Cost/Conversion": money("Cost a conversion, `$0.00` without one"),
    "Cost/Patient": money("Cost a new patient, `$0.00` without one"),
    "Estimated Revenue": money(
      "What the appointments brought, estimated by the account's settings where it is not known",
    ),
    "New Patients": count("Patients of the appointments whose last conversion was a new patient's"),
    ROAS: { type: "string", description: "Revenue in percent of the cost, `0%` without a cost" },
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

/** Campaign summaries, by channel. */
export const campaigns = route({
  method: "get",
  path: "/campaigns",
  operation: "listCampaigns",
  tag: "Conversions",
  summary: "What the conversions of a range led to, whenever that was, and what they cost: one item a channel, by name",
  access: "data-sync",
  readsQuery: true,
  key: ["Channel"],
  refuses: ["invalid_date", "reversed_dates"],
  query: {
    type: "object",
    properties: {
      start_date: date("From here on"),
      end_date: date("Up to and including this"),
    },
    required: ["start_date", "end_date"],
  },
  reply: listOf(campaignItem),
  summarise: async ({ campaigns: { summarise } }, { account, query }) => {
    const { window, items } = await summarise(account, query);
    return { window, value: { items } };
  },
});
