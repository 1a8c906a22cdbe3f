import { route } from "../route.js";
import { exactly, listOf, type ObjectSchema } from "../schema.js";
import { date, filters } from "./list-query.js";

const { location_id, provider_id, group_id } = filters;

const shared = {
  location_id,
  provider_id,
  group_id,
  survey_id: {
    type: "string",
    description:
      "Comma-separated ids from `/platforms` or `/surveys-list`. Only ratings from these platforms and surveys are included. The request accepts ids of platforms and surveys whose ratings this operation does not count. Such an id matches no ratings.",
    examples: ["3,4"],
  },
} as const;

const average = {
  ...exactly({
    total: { type: "integer", description: "Number of ratings counted." },
    average: { type: "number", description: "Mean rating, not rounded. The value is 0 if there are no ratings." },
    rating: { type: "number", description: "Mean rating for display, rounded to one decimal." },
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

const averages = route({
  ...facts,
  path: "/aggregate-averages",
  operation: "averageReviews",
  summary: "Get the average review rating",
  description:
    "Average rating of all reviews on public platforms, limited to the platforms in the widget configuration. Reviews without a comment " +
    "are included. Despite its name, `survey_id` accepts ids of review platforms. Returns 404 until the account has a widget configuration.",
  reply: average,
  handle: (domain, { account, query }) => domain.widget.averages(account, query),
});

const combinedAverage = route({
  ...facts,
  path: "/aggregate-combined-average",
  operation: "averageReviewsAndSurveys",
  summary: "Get the combined average rating",
  description:
    "Average rating of public reviews and survey responses together, limited to the platforms in the widget configuration. Every rating has " +
    "the same weight. Survey ratings on other scales are converted to 1 to 5. Returns 404 until the account has a widget configuration.",
  reply: average,
  handle: (domain, { account, query }) => domain.widget.combinedAverage(account, query),
});

const surveyAverage = route({
  ...facts,
  path: "/aggregate-survey-average",
  operation: "averageSurveys",
  summary: "Get the average survey rating",
  description:
    "Average rating of survey responses and NPS surveys, limited to the platforms in the widget configuration. The rating of a survey response is " +
    "its overall rating, converted to the scale of 1 to 5. The rating of an NPS survey is its star rating, not its NPS rating. Returns 404 until the account has a widget configuration.",
  reply: average,
  handle: (domain, { account, query }) => domain.widget.surveyAverage(account, query),
});

const reviewItem = {
  ...exactly(
    {
      id: { type: "string", description: "Opaque id that can be shown publicly. It does not reveal `review_id`." },
      review_id: { type: "string", description: "Review id from `/reviews`, as a string." },
      rating: { type: "number", description: "Star rating from 1 to 5." },
      name: {
        type: "string",
        description:
          "Name of the reviewer, or only the first name if the widget is configured to show only first names.",
      },
      comment: { type: "string", description: "Text of the review. Never empty." },
      create_time: { type: "string", description: "Time when the review was submitted.", format: "date-time" },
      location: { type: "string", description: "Name of the location. Absent if unknown." },
      message: { type: "string", description: "Name of the provider. Absent if unknown." },
      platform: { type: "string", description: "Name of the platform." },
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

const aggregateReviews = route({
  ...facts,
  path: "/aggregate-reviews",
  operation: "listAggregateReviews",
  summary: "List widget reviews",
  description:
    "Public reviews as the account's embed widget shows them, newest first. Includes only reviews with a comment and at least `min_rating` stars. " +
    "`limit` and `min_rating` default to the widget configuration. Returns 404 until the account has a widget configuration.",
  key: ["review_id"],
  refuses: [...facts.refuses, "invalid_date", "reversed_dates", "out_of_range", "reviews_busy"],
  query: {
    type: "object",
    properties: {
      ...shared,
      start: date("Start of the window. Without `end`, the window is the 24 hours from `start`."),
      end: date("Inclusive end of the window. A date includes the whole day in the account's time zone."),
      limit: number(
        "Maximum number of reviews to return (1 to 1000). Defaults to the number that the widget shows.",
        1,
        1_000,
        20,
      ),
      min_rating: number(
        "Minimum star rating (0 to 5). Defaults to the minimum rating in the widget configuration.",
        0,
        5,
        4,
      ),
    },
  },
  reply: listOf(reviewItem),
  summarize: async (domain, { account, query, leaving }) => {
    const { window, items } = await domain.widget.reviews(account, query, leaving.signal);
    return { window, value: { items } };
  },
});

/** Routes of the aggregates that an account's embed widget shows. */
export const aggregates = [averages, combinedAverage, surveyAverage, aggregateReviews] as const;
