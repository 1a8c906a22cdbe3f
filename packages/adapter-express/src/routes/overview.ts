import { maxOverviewMonths } from "@repute/domain";
import { route } from "../route.js";
import { exactly, type Schema } from "../schema.js";
import { date } from "./list-query.js";

const count = (description: string) => ({ type: "integer", description }) as const satisfies Schema;

const averageOrNull = {
  type: ["number", "null"],
  description: "Mean rating, not rounded. Null if there are no ratings.",
} as const;

const reviewFigures = {
  total: count("Number of reviews."),
  rated: count("Number of reviews with a rating."),
  average: averageOrNull,
} as const;

const groups = (description: string, kind: string) =>
  ({
    type: "array",
    description: `${description}, sorted by number of reviews, descending.`,
    items: exactly({
      id: { type: ["integer", "null"], description: `Id of the ${kind}. Null for reviews without a ${kind}.` },
      name: { type: ["string", "null"], description: `Name of the ${kind}. Null if unknown.` },
      ...reviewFigures,
    }),
  }) as const satisfies Schema;

const month = exactly({
  month: { type: "string", description: "Month in the account's time zone, in the form `YYYY-MM`." },
  reviews: { ...exactly(reviewFigures), description: "Reviews of the month." },
  nps: {
    ...exactly({
      total: count("Number of NPS surveys."),
      promoters: count("Number of NPS ratings of 9 or 10."),
      passives: count("Number of NPS ratings of 7 or 8."),
      detractors: count("Number of NPS ratings from 0 to 6."),
      score: {
        type: ["number", "null"],
        description:
          "Percentage of promoters minus the percentage of detractors, not rounded. Null if there are no NPS surveys.",
      },
    }),
    description: "NPS surveys of the month.",
  },
  invites: {
    ...exactly({
      sent: count("Number of invites."),
      opened: count("Number of invites that the recipients opened."),
      clicked: count("Number of invites with a click on a platform."),
      reviewed: count("Number of invites whose recipients proceeded to a review."),
    }),
    description: "Invites sent in the month.",
  },
  conversions: {
    type: "array",
    description: "Conversions of the month by marketing channel, sorted by name, ignoring case.",
    items: exactly({
      channel: { type: "string", description: "Marketing channel. `Unassigned` if unknown." },
      total: count("Number of conversions."),
      linked: count("Number of conversions that are linked to an appointment."),
    }),
  },
});

const example = {
  time_zone: "America/Denver",
  months: [
    {
      month: "2026-03",
      reviews: { total: 2, rated: 2, average: 4.5 },
      nps: { total: 3, promoters: 2, passives: 0, detractors: 1, score: 33.333333333333336 },
      invites: { sent: 10, opened: 6, clicked: 4, reviewed: 2 },
      conversions: [{ channel: "Paid Search", total: 4, linked: 2 }],
    },
  ],
  reviews: { total: 2, rated: 2, average: 4.5 },
  ratings: [5, 4, 3, 2, 1, null].map((rating) => ({ rating, total: (rating ?? 0) > 3 ? 1 : 0 })),
  locations: [{ id: 1, name: "Main Street", total: 2, rated: 2, average: 4.5 }],
  providers: [{ id: 10, name: "Dr. Ada Quill", total: 2, rated: 2, average: 4.5 }],
  platforms: [{ id: 3, name: "Google", total: 2, rated: 2, average: 4.5 }],
};

export const overview = route({
  method: "get",
  path: "/overview",
  operation: "getOverview",
  tag: "Status",
  summary: "Get the figures of an account by month",
  description:
    "Reviews, NPS surveys, invites and conversions of each month in a date range, and reviews by rating, location, provider and platform. Every " +
    "figure is the number or average of the items that the lists contain for the same dates. The first and the last month can be incomplete. " +
    `The date range covers at most ${maxOverviewMonths} months.`,
  access: "data-sync",
  readsQuery: true,
  refuses: ["invalid_date", "reversed_dates", "too_many_months", "too_many_lists"],
  query: {
    type: "object",
    properties: {
      start_date: date("Start of the date range."),
      end_date: date("Inclusive end of the date range. A date includes the whole day in the account's time zone."),
    },
    required: ["start_date", "end_date"],
  },
  reply: {
    title: "Overview",
    ...exactly({
      time_zone: { type: "string", description: "Time zone of the account, in which the months are counted." },
      months: { type: "array", description: "Months of the date range, oldest first.", items: month },
      reviews: { ...exactly(reviewFigures), description: "Reviews of the whole date range." },
      ratings: {
        type: "array",
        description:
          "Reviews by rating, rounded to whole stars, from 5 stars to 1 star. The last item counts reviews without a rating.",
        items: exactly({
          rating: { type: ["integer", "null"], description: "Number of stars. Null for reviews without a rating." },
          total: count("Number of reviews."),
        }),
      },
      locations: groups("Reviews by location", "location"),
      providers: groups("Reviews by provider", "provider"),
      platforms: groups("Reviews by platform", "platform"),
    }),
    examples: [example],
  },
  summarize: async (domain, { account, query, leaving }) => {
    const { window, overview: value } = await domain.overview.read(account, query, leaving.signal);
    return { window, value };
  },
});
