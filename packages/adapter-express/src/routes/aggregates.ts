import { route } from "../route.js";
import type { ObjectSchema } from "../schema.js";
import { exactly, listOf } from "../schema.js";
import { date, filters } from "./list-query.js";

const { location_id, provider_id, group_id } = filters;

const shared = {
  location_id,
  provider_id,
  group_id,
  survey_id: {
    type: "string",
    description:
      "Ids of platforms or surveys, separated by commas; those that the aggregate does not cover match nothing",
    examples: ["3,4"],
  },
} as const;

const average = {
  ...exactly({
    total: { type: "integer", description: "How many ratings were counted" },
    average: { type: "number", description: "Their mean, not rounded; 0 where there are none" },
    rating: { type: "number", description: "The mean rounded to one decimal" },
  }),
  title: "AverageRating",
  examples: [{ total: 3, average: 4.333333333333333, rating: 4.3 }],
} as const;

const facts = {
  method: "get",
  tag: "Widget",
  access: "data-sync",
  refuses: ["not_an_integer", "too_many_members", "unknown_ids", "widget_not_configured"],
  query: { type: "object", properties: shared } satisfies ObjectSchema,
} as const;

/** The average of public reviews. */
const averages = route({
  ...facts,
  path: "/aggregate-averages",
  operation: "averageReviews",
  summary: "The average rating of reviews on public platforms",
  reply: average,
  handle: (domain, { account, query }) => domain.widget.averages(account, query),
});

/** The average of public reviews and survey responses. */
const combinedAverage = route({
  ...facts,
  path: "/aggregate-combined-average",
  operation: "averageReviewsAndSurveys",
  summary: "The average rating of reviews on public platforms and of surveys together",
  reply: average,
  handle: (domain, { account, query }) => domain.widget.combinedAverage(account, query),
});

/** The average of survey responses. */
const surveyAverage = route({
  ...facts,
  path: "/aggregate-survey-average",
  operation: "averageSurveys",
  summary: "The average rating of surveys: responses by their overall rating from 1 to 5, NPS surveys by their stars",
  reply: average,
  handle: (domain, { account, query }) => domain.widget.surveyAverage(account, query),
});

const reviewItem = {
  ...exactly(
    {
      id: { type: "string", description: "Tells the review apart on a page; says nothing of its id" },
      review_id: { type: "string", description: "Review id: the number of the list of reviews as text" },
      rating: { type: "number", description: "Stars from 1 to 5" },
      name: { type: "string", description: "The reviewer, by first name alone where the widget is configured so" },
      comment: { type: "string", description: "What the reviewer wrote; never empty" },
      create_time: { type: "string", description: "When it was written, in UTC", format: "date-time" },
      location: { type: "string", description: "Name of the location; absent where there is none" },
      message: { type: "string", description: "Name of the provider; absent where there is none" },
      platform: { type: "string", description: "Name of the platform" },
    },
    "location",
    "message",
  ),
  title: "AggregateReview",
  examples: [
    {
      id: "s4HkQvYw0pX1mJ2rT8uZbA",
      review_id: "501",
      rating: 5,
      name: "Bo",
      comment: "Kind and quick",
      create_time: "2026-03-01T17:05:00+00:00",
      location: "Main Street",
      message: "Dr. Ada Quill",
      platform: "Google",
    },
  ],
} as const;

const number = (description: string, minimum: number, maximum: number, example: number) =>
  ({ type: "string", description, textOf: { type: "integer", minimum, maximum, examples: [example] } }) as const;

/** The reviews that a widget shows. */
const aggregateReviews = route({
  ...facts,
  path: "/aggregate-reviews",
  operation: "listAggregateReviews",
  summary: "Reviews on public platforms that have a comment and stars enough, newest first",
  key: ["review_id"],
  refuses: [...facts.refuses, "invalid_date", "reversed_dates", "out_of_range"],
  query: {
    type: "object",
    properties: {
      ...shared,
      start: date("From here on; without `end`, the 24 hours after it"),
      end: date("Up to and including this"),
      limit: number("At most so many reviews, from 1 to 1000; as many as the widget shows when absent", 1, 1_000, 20),
      min_rating: number("The fewest stars, from 0 to 5; as the widget is configured when absent", 0, 5, 4),
    },
  },
  reply: listOf(reviewItem),
  summarise: async (domain, { account, query }) => {
    const { window, items } = await domain.widget.reviews(account, query);
    return { window, value: { items } };
  },
});

/** What follows an account's embed widget. */
export const aggregates = [averages, combinedAverage, surveyAverage, aggregateReviews] as const;
